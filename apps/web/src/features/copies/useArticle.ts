import { assertDefined } from '@nestmark/core/assertDefined'
import type { PageCopies } from '@nestmark/contract/reading/copies'
import { useQuery } from '@tanstack/react-query'
import type { Refusal } from '../../lib/api/client.ts'
import { cleanArticle } from './cleanArticle.ts'
import { readArticle } from './readArticle.ts'
import { listSections, type Section } from './reader/sections.ts'

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
