import type { GrantedLinks } from '../../../access/grant.ts'
import type { LinkAction } from '../../../access/policies.ts'
import type { Tx } from '../../../db/db.ts'
import type { LinksAction } from '../../../undo/bulkActions.ts'
import { openUndoRecord } from '../../../undo/store.ts'
import type { Call } from '../../../calls/call.ts'
import { ruleOf } from '../../collections/placing/enterCollections.ts'
import type { Batch } from './batches.ts'
import { type LinkTargets, orderLinks } from './targets.ts'

/** Runs an action on a few links immediately, and queues a job for one on many links. */
export async function runAction<A extends LinkAction>(
  call: Call,
  action: A,
  targets: LinkTargets,
  order: Exclude<LinksAction, { action: 'deleteLinks' }>,
  work: (tx: Tx, batch: Batch, granted: GrantedLinks<A>) => Promise<number>,
) {
  return orderLinks(call, action, targets, order, async (tx, granted, at) => {
    const { personId } = call.actor
    const target = 'to' in order ? order.to : undefined
    const undo = await openUndoRecord(tx, { personId, kind: order.action, target, at })
    const plainText = ruleOf('plain' in order && order.plain === true)
    return { n: await work(tx, { actor: call.actor, at, undo, plainText }, granted), undo }
  })
}
