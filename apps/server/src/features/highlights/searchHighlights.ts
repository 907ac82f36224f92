import * as contract from '@nestmark/contract/reading/highlights'
import { parseFilter } from '@nestmark/core/searchQuery/query'
import type { TextQuery } from '../../db/searchText/textQuery.ts'
import { action } from '../../calls/action.ts'
import { JsonReply } from '../../calls/replies.ts'
import { toWantedTerms } from '../searchQuery/wantedTerms.ts'
import { searchPages } from './listQuery.ts'
import { replyPages, toReader } from './pages/presentPages.ts'

const fields = { 1: ['address'], 2: ['descr', 'tags', 'title'] } as const

/** Finds highlights by the address of their page, or by words of text, comment and title (HL-03). */
export const searchHighlights = action(contract.searchHighlights, async (call, { type, input, page }) => {
  const reader = toReader(call)
  const { terms, without } = parseFilter(input)
  if (terms.length === 0) return new JsonReply<never>([])
  const query: TextQuery = {
    ownerIds: [reader.personId],
    fields: fields[type],
    all: toWantedTerms(reader.db, terms, { words: terms.map(() => []), begins: [] }),
    none: without,
  }
  const found = await searchPages(reader.db, query, page)
  return replyPages(reader, found, { seqs: found.flatMap(each => each.seqs) })
})
