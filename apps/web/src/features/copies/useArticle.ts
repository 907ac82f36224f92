import type { PageCopies } from '@nestmark/contract/copies'
import { useQuery } from '@tanstack/react-query'
import { Refusal } from '../../lib/api/client.ts'
import { cleanArticle } from './cleanArticle.ts'
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
    queryFn: ({ signal }) => fetchArticle(address ?? '', signal),
    enabled: address !== null,
    staleTime: Infinity,
    gcTime: 0,
    structuralSharing: false,
    meta: { quiet: true },
  })
}

async function fetchArticle(address: string, signal: AbortSignal): Promise<Article> {
  const answer = await fetch(address, { signal }).catch((error: unknown) => {
    throw signal.aborted ? error : new Refusal({ status: 0, code: 'network', message: '' })
  })
  if (!answer.ok) throw new Refusal({ status: answer.status, code: 'files.notFound', message: '' })
  const content = cleanArticle(await answer.text())
  return { content, sections: listSections(content) }
}
