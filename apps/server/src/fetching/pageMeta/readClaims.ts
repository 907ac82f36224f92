import { webAddress, type PageClaims, type RawPage } from './claims.ts'
import { decodePage } from './charset.ts'
import { collect } from './collect.ts'
import { jsonLd } from './jsonLd.ts'
import { oEmbedClaims } from './oEmbed.ts'
import { openGraph } from './openGraph.ts'
import { pdfTitle } from './pdfTitle.ts'
import { twitterCard } from './twitterCard.ts'
import { readVisibleText } from './visibleText.ts'

/** Reads all metadata of a page. Runs in a worker thread, because the page may be hostile (S19). */
export function readClaims(page: RawPage): PageClaims {
  if (page.read === 'pdf') return { declared: [], visible: { title: pdfTitle(page.bytes) } }
  if (page.read === 'oEmbed')
    return { declared: [oEmbedClaims(Buffer.from(page.bytes).toString('utf8'), page.url)], visible: {} }
  const found = collect(decodePage(page.bytes, page.charset, new URL(page.url).hostname))
  const base = webAddress(found.base, page.url) ?? page.url
  const oEmbed = found.links.find(
    link => /\balternate\b/.test(link.rel) && /^(application|text)\/json\+oembed/.test(link.type),
  )
  return {
    declared: [openGraph(found, base), twitterCard(found, base), jsonLd(found.jsonLd, base)],
    visible: readVisibleText(found, base),
    oEmbed: webAddress(oEmbed?.href, base),
  }
}
