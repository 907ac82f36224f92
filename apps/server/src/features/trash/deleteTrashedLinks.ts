import * as contract from '@nestmark/contract/trash'
import { refuse } from '../../access/refuse.ts'
import type { Tx } from '../../db/db.ts'
import { action } from '../../calls/action.ts'
import type { Call } from '../../calls/call.ts'
import { lastLink } from '../links/store.ts'
import { countTrashedLinks } from './store.ts'
import { deleteChosen, type Deleted, runInLockedTree, startDeleting } from './deleteForGood.ts'

/** Deletes trashed links permanently. */
export const deleteTrashedLinks = action(
  contract.deleteTrashedLinks,
  (call, { linkIdArr, every, except }) => {
    if (!every) return deleteChosen(call, linkIdArr, true)
    return runInLockedTree(call, tx => deleteEvery(tx, call, except ?? []))
  },
)

async function deleteEvery(tx: Tx, call: Call, except: readonly string[]): Promise<Deleted> {
  const total = (await countTrashedLinks(tx, call.actor.personId)) - except.length
  if (total <= 0) return refuse('links.noneChosen')
  const links = { every: { trash: 1 as const }, except, upTo: await lastLink(tx) }
  return startDeleting(tx, call, { action: 'deleteLinks', links }, total)
}
