import type { allHighlights as all } from '@nestmark/contract/highlights'
import type { Output, Parsed } from '@nestmark/contract/operation'
import type { Call } from '../../calls/call.ts'
import type { JsonReply } from '../../calls/replies.ts'
import { listPages } from './listQuery.ts'
import { replyPages, toReader } from './presentPages.ts'

/** Lists the caller's highlights by page, by the date of the newest ones (HL-01). */
export async function allHighlights(
  call: Call,
  { page, order, style, has_comment, enc }: Parsed<typeof all>,
): Promise<JsonReply<Output<typeof all>>> {
  const filter = { style, commented: has_comment === 1, encrypted: enc === 1 }
  const reader = toReader(call)
  return replyPages(reader, await listPages(reader.db, reader.personId, filter, { page, order }), filter)
}
