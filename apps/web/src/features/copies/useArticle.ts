import type { PageCopies } from '@nestmark/contract/copies'
import { useQuery } from '@tanstack/react-query'
import { isUnreachable, Refusal } from '../../lib/api/client.ts'
import { cleanArticle } from './cleanArticle.ts'
import { storeArticle, readStoredArticle } from './storedArticles.ts'
import { listSections, type Section } from './sections.ts'

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
      const name = `${version?.number}-${version?.kept_at}`
      const content = cleanArticle(await readArticle(linkId, name, address ?? '', signal))
      return { content, sections: listSections(content) }
    },
    enabled: address !== null,
    staleTime: Infinity,
    gcTime: 0,
    structuralSharing: false,
    meta: { quiet: true },
  })
}

/** Reads the HTML of an article from the server and stores it on this device; without the network from this device. */
async function readArticle(
  linkId: string,
  version: string,
  address: string,
  signal: AbortSignal,
): Promise<string> {
  try {
    const html = await fetchArticle(address, signal)
    void storeArticle(linkId, version, html).catch(() => undefined)
    return html
  } catch (error) {
    if (!isUnreachable(error)) throw error
    const kept = await readStoredArticle(linkId, version).catch(() => undefined)
    if (kept === undefined) throw error
    return kept
  }
}

async function fetchArticle(address: string, signal: AbortSignal): Promise<string> {
  try {
    const answer = await fetch(address, { signal })
    if (answer.ok) return await answer.text()
    throw new Refusal({ status: answer.status, code: 'files.notFound', message: '' })
  } catch (error) {
    if (signal.aborted || error instanceof Refusal) throw error
    throw new Refusal({ status: 0, code: 'network', message: '' })
  }
}
