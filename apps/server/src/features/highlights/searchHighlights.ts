import type { searchHighlights as search } from '@nestmark/contract/highlights'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { parseFilter } from '@nestmark/core/searchQuery/query'
import type { TextQuery } from '../../db/fullText.ts'
import type { Call } from '../../http/implement.ts'
import { toWantedTerms } from '../searchQuery/wantedTerms.ts'
import { searchPages } from './listQuery.ts'
import { presentPages } from './presentPages.ts'

const fields = { 1: ['address'], 2: ['descr', 'tags', 'title'] } as const

/** Finds highlights by the address of their page, or by words of text, comment and title (HL-03). */
export async function searchHighlights(
  { actor, services }: Call,
  { type, input, page }: Parsed<typeof search>,
): Promise<Output<typeof search>> {
  const { read } = services.db
  const { terms, without } = parseFilter(input)
  if (terms.length === 0) return []
  const query: TextQuery = {
    ownerIds: [actor.personId],
    fields: fields[type],
    all: toWantedTerms(
      read,
      terms,
      terms.map(() => []),
    ),
    none: without,
  }
  const found = await searchPages(read, query, page)
  return presentPages(read, actor.personId, found, { seqs: found.flatMap(each => each.seqs) })
}
