import * as contract from '@nestmark/contract/links/duplicates'
import { requirePlanFeature } from '../../access/planQuotas.ts'
import { refuse } from '../../access/refuse.ts'
import { action } from '../../calls/action.ts'
import { trashBatch } from '../links/sets/batches.ts'
import { filterDuplicates } from '../links/saving/duplicateFilter.ts'
import { runAction } from '../links/sets/runAction.ts'

/**
 * Moves duplicate or broken links to the trash (FIND-04); a feature of the paid plans. Keeps a duplicate whose other copy
 * is deleted (C07): a few are refused together, a job leaves those out.
 */
export const deleteDuplicateBroken = action(contract.deleteDuplicateBroken, async (call, { links }) => {
  requirePlanFeature(call.actor.plan, 'duplicates')
  const ids = links.map(link => link._id)
  const remaining = Object.fromEntries(links.flatMap(({ _id, kept: stays }) => (stays ? [[_id, stays]] : [])))
  const order = { action: 'trashLinks', kept: remaining } as const
  const done = await runAction(call, 'links.trash', { ids }, order, async (tx, batch, granted) => {
    const deletable = await filterDuplicates(tx, call.actor, ids, remaining)
    if (deletable.length < ids.length) refuse('links.changedElsewhere')
    return trashBatch(tx, batch, granted)
  })
  return done.as(n => ({ deleted: n }))
})
