import * as contract from '@nestmark/contract/links/duplicates'
import type { Output } from '@nestmark/contract/operation'
import { assertDefined } from '@nestmark/core/assertDefined'
import { limits } from '@nestmark/core/limits'
import { pluck } from '@nestmark/core/pluck'
import { grantLinks } from '../../access/grant.ts'
import { requirePlanFeature } from '../../access/planQuotas.ts'
import { refuse } from '../../access/refuse.ts'
import { lockTree } from '../../db/dialect.ts'
import { action } from '../../calls/action.ts'
import { StatusReply } from '../../calls/replies.ts'
import { enqueueBulkAction } from '../../undo/bulkActions.ts'
import { openUndoRecord } from '../../undo/store.ts'
import { isLive } from '../links/lists/liveLinks.ts'
import { mergeBatch } from './mergeBatch.ts'

type Merged = Output<typeof contract.mergeDuplicates>

/** Merges links that were saved more than once, all or none; a feature of the paid plans. */
export const mergeDuplicates = action(contract.mergeDuplicates, async (call, { groups }) => {
  const { actor, services } = call
  requirePlanFeature(actor.plan, 'duplicates')
  const others = groups.flatMap(group => group.links)
  if (others.length === 0) return refuse('links.noneChosen')
  const answer = await services.db.write(async (tx): Promise<Merged> => {
    await lockTree(tx, actor.personId)
    const at = services.now()
    const targets = await grantLinks(tx, actor, 'links.edit', pluck(groups, 'keep'))
    const removed = await grantLinks(tx, actor, 'links.trash', others)
    const links = new Map([...targets.links, ...removed.links].map(link => [link.id, link]))
    const find = (id: string) => assertDefined(links.get(id), 'link')
    for (const { keep, links: ids } of groups) {
      const group = [keep, ...ids].map(find)
      if (!group.every(isLive)) refuse('links.notFound')
      if (group.some(link => link.key_id !== null)) refuse('encryption.encrypted')
      if (group.some(link => link.owner_id !== find(keep).owner_id)) refuse('collections.otherOwner')
    }
    const order = { action: 'mergeLinks', groups } as const
    if (groups.length > limits.atOnce)
      return { merged: others.length, job: await enqueueBulkAction(tx, actor, order, others.length, at) }
    const undo = await openUndoRecord(tx, { personId: actor.personId, kind: 'mergeLinks', at })
    return { merged: await mergeBatch(tx, { actor, at, undo, plainText: 'refuse' }, groups), undo }
  })
  if (answer.job === undefined) return answer
  services.jobs.wake()
  return new StatusReply(answer, 202, 'OK')
})
