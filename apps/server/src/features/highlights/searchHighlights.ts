import type { searchHighlights as search } from '@nestmark/contract/highlights'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { limits } from '@nestmark/core/limits'
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
  if (terms.length === 0) return { groups: [], page, more: 0 }
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
  const shown = found.slice(0, limits.pageSize)
  const groups = await presentPages(read, actor.personId, shown, { seqs: shown.flatMap(each => each.seqs) })
  return { groups, page, more: found.length > limits.pageSize ? 1 : 0 }
}
