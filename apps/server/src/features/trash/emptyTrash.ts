import * as contract from '@nestmark/contract/trash'
import { action } from '../../calls/action.ts'
import { trashedTops } from '../collections/store.ts'
import { countTrashedLinks, trashedSeqs } from './store.ts'
import {
  deleteTrashed,
  deleteTrees,
  runInLockedTree,
  maxImmediateItems,
  startDeleting,
} from './deleteForGood.ts'

/** Deletes all trashed collections (1) or all trashed links (2) of the caller permanently. */
export const emptyTrash = action(contract.emptyTrash, (call, { type }) => {
  const { personId } = call.actor
  return runInLockedTree(call, async tx => {
    if (type === 1) {
      const tops = await trashedTops(tx, personId)
      return tops.length === 0 ? { changed: 0 } : deleteTrees(tx, call, tops)
    }
    const seqs = await trashedSeqs(tx, personId, maxImmediateItems + 1)
    if (seqs.length <= maxImmediateItems)
      return { changed: await deleteTrashed(tx, seqs, { by: personId, at: call.services.now() }) }
    return startDeleting(
      tx,
      call,
      { action: 'deleteLinks' },
      await countTrashedLinks(tx, call.actor.personId),
    )
  })
})
