import { assertDefined } from '@nestmark/core/assertDefined'
import type { PageCopies } from '@nestmark/contract/reading/copies'
import { useQuery } from '@tanstack/react-query'
import type { Refusal } from '../../lib/api/client.ts'
import { readArticle } from './readArticle.ts'
import { listSections, type Section } from './reader/sections.ts'
import createPurifier from 'dompurify'

export interface Article {
  content: DocumentFragment
  sections: Section[]
}

/** Reads the article of a version of a page. */
export function useArticle(linkId: string, version: PageCopies['versions'][number] | undefined) {
  const address = version?.reader ?? null
  return useQuery<Article, Refusal>({
    // The address changes with each answer, the content of a version never does.
    queryKey: ['article', linkId, version?.number, version?.kept_at],
    queryFn: async ({ signal }) => {
      const content = cleanArticle(await readArticle(linkId, assertDefined(version, 'version'), signal))
      return { content, sections: listSections(content) }
    },
    enabled: address !== null,
    staleTime: Infinity,
    gcTime: 0,
    structuralSharing: false,
    meta: { quiet: true },
  })
}

const purifier = createPurifier(window)

/** The elements of an article. The server writes no others. */
const tags = (
  'p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre code kbd samp var em strong b i u s del ins sub sup small mark q ' +
  'cite abbr time ruby rt rp figure figcaption table caption thead tbody tfoot tr th td div section details summary a img br hr'
).split(' ')
const attributes =
  'id href src alt title width height lang dir colspan rowspan scope start reversed type datetime data-language'.split(
    ' ',
  )

purifier.addHook('afterSanitizeAttributes', node => {
  if (node.nodeName === 'IMG') {
    // Pictures are in the file. Any other address would reveal to a site who reads it.
    const isEmbedded = /^data:image\/(?:webp|png|jpeg|gif|avif);base64,/i.test(node.getAttribute('src') ?? '')
    if (!isEmbedded) node.remove()
    else node.setAttribute('decoding', 'async')
  }
  // They scroll sideways, which the keyboard must be able to do.
  if (node.nodeName === 'PRE' || node.nodeName === 'TABLE') node.setAttribute('tabindex', '0')
  if (node.nodeName !== 'A') return
  const href = node.getAttribute('href') ?? ''
  if (href.startsWith('#')) return
  if (!/^(?:https?|mailto|tel):/i.test(href)) return node.removeAttribute('href')
  node.setAttribute('target', '_blank')
  node.setAttribute('rel', 'noopener noreferrer')
})

/**
 * Returns the article of a copy as elements that run nothing and load nothing. The server has cleaned it already; this
 * holds if it failed to.
 */
function cleanArticle(html: string): DocumentFragment {
  return purifier.sanitize(html, {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: attributes,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    SANITIZE_NAMED_PROPS: false,
    RETURN_DOM_FRAGMENT: true,
  })
}
