import type { deleteLinks as deleteAnywhere } from '@nestmark/contract/links'
import type { Parsed } from '@nestmark/contract/operation'
import type { Call } from '../../calls/call.ts'
import { type Answer, deleteChosen } from './deleteForGood.ts'

/** Deletes links permanently, trashed or not. */
export function deleteLinks(call: Call, { linkIdArr }: Parsed<typeof deleteAnywhere>): Promise<Answer> {
  return deleteChosen(call, linkIdArr, false)
}
