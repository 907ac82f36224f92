import * as contract from '@nestmark/contract/reading/highlights'
import { action } from '../../calls/action.ts'
import { listPages } from './listQuery.ts'
import { replyPages, toReader } from './pages/presentPages.ts'

/** Lists the caller's highlights by page, by the date of the newest ones (HL-01). */
export const allHighlights = action(
  contract.allHighlights,
  async (call, { page, order, style, has_comment, enc }) => {
    const filter = { style, commented: has_comment === 1, encrypted: enc === 1 }
    const reader = toReader(call)
    return replyPages(reader, await listPages(reader.db, reader.personId, filter, { page, order }), filter)
  },
)
