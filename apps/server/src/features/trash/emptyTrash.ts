import type { Parsed } from '@nestmark/contract/operation'
import type { emptyTrash as empty } from '@nestmark/contract/trash'
import type { Call } from '../../calls/call.ts'
import { trashedTops } from '../collections/store.ts'
import { countTrashedLinks, trashedSeqs } from './store.ts'
import {
  type Answer,
  deleteTrashed,
  deleteTrees,
  runInLockedTree,
  maxImmediateItems,
  startDeleting,
} from './deleteForGood.ts'

/** Deletes all trashed collections (1) or all trashed links (2) of the caller permanently. */
export function emptyTrash(call: Call, { type }: Parsed<typeof empty>): Promise<Answer> {
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
}
