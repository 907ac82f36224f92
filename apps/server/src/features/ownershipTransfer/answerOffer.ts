import * as contract from '@nestmark/contract/sharing/ownershipTransfer'
import { limits } from '@nestmark/core/limits'
import type { Output } from '@nestmark/contract/operation'
import { assertDefined } from '@nestmark/core/assertDefined'
import { refuse } from '../../access/refuse.ts'
import { lockTrees } from '../../db/dialect.ts'
import { enqueueBulkAction } from '../../undo/bulkActions.ts'
import { action } from '../../calls/action.ts'
import { StatusReply } from '../../calls/replies.ts'
import { notifyRecipients } from '../../domainEvents/notifications.ts'
import { isLarge } from '../collections/subtreeQuery.ts'
import { manyDescendants } from '../collections/placing/targets.ts'
import { hasMoreLinksThan } from '../trash/store.ts'
import { changeOwner, checkOwnershipTransfer } from './changeOwner.ts'
import { deleteOffers, findOffer, countBySubtree } from './store.ts'

type Answer = Output<typeof contract.answerOffer>

/**
 * Accepts or declines an offer. Locks both trees, so that of two concurrent answers, or of an answer and a
 * withdrawal, the first one counts. A large transfer is left to a job, which checks everything again.
 */
export const answerOffer = action(contract.answerOffer, async ({ actor, services }, input) => {
  const { db, now, events, jobs } = services
  const found = await findOffer(db.read, input.folder_id)
  if (found?.person_id !== actor.personId) return refuse('ownershipTransfer.expired')
  const ownerId = found.owner_id
  const answer = await db.write(async (tx): Promise<Answer> => {
    await lockTrees(tx, [actor.personId, ownerId])
    const at = now()
    if (input.accept === 0) {
      const offer = await findOffer(tx, input.folder_id)
      if (offer?.person_id !== actor.personId || offer.owner_id !== ownerId)
        refuse('ownershipTransfer.expired')
      await deleteOffers(tx, [input.folder_id])
      const recipient = { personId: ownerId, collectionId: input.folder_id, count: 1, title: '' }
      await notifyRecipients(tx, { type: 'ownership.declined', by: actor.personId, at }, [recipient])
      return {}
    }
    const handing = await checkOwnershipTransfer(tx, actor, input.folder_id)
    const tops: [string] = [input.folder_id]
    if (
      !(await isLarge(tx, tops, manyDescendants)) &&
      !(await hasMoreLinksThan(tx, tops, limits.transferAtOnce))
    ) {
      await changeOwner(tx, actor, handing, at, null)
      return {}
    }
    const { links } = assertDefined((await countBySubtree(tx, tops)).get(input.folder_id))
    const order = { action: 'transferOwnership', collections: tops, others: [ownerId] } as const
    return { job: await enqueueBulkAction(tx, actor, order, links + 1, at) }
  })
  // People who had access through its previous parent lose it.
  events.publish({
    ownerId,
    by: null,
    topics: ['collections', 'links', 'shares', 'tags', 'profile', 'favourites', 'notifications'],
  })
  if (answer.job === undefined) return answer
  jobs.wake()
  return new StatusReply(answer, 202, 'OK')
})
