import type { searchHighlights as search } from '@nestmark/contract/highlights'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { parseFilter } from '@nestmark/core/searchQuery/query'
import type { TextQuery } from '../../db/fullText.ts'
import type { Call } from '../../calls/call.ts'
import { JsonReply } from '../../calls/replies.ts'
import { toWantedTerms } from '../searchQuery/wantedTerms.ts'
import { searchPages } from './listQuery.ts'
import { replyPages, toReader } from './presentPages.ts'

const fields = { 1: ['address'], 2: ['descr', 'tags', 'title'] } as const

/** Finds highlights by the address of their page, or by words of text, comment and title (HL-03). */
export async function searchHighlights(
  call: Call,
  { type, input, page }: Parsed<typeof search>,
): Promise<JsonReply<Output<typeof search>>> {
  const reader = toReader(call)
  const { terms, without } = parseFilter(input)
  if (terms.length === 0) return new JsonReply([])
  const query: TextQuery = {
    ownerIds: [reader.personId],
    fields: fields[type],
    all: toWantedTerms(reader.db, terms, { words: terms.map(() => []), begins: [] }),
    none: without,
  }
  const found = await searchPages(reader.db, query, page)
  return replyPages(reader, found, { seqs: found.flatMap(each => each.seqs) })
}
