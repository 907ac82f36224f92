import * as contract from '@nestmark/contract/links/duplicates'
import { requirePlanFeature } from '../../access/planQuotas.ts'
import { action } from '../../calls/action.ts'
import { readGroups } from './readGroups.ts'
import { refuse } from '../../access/refuse.ts'
import { linksWithRoles } from '../../access/roles.ts'
import { newId } from '../../db/newId.ts'
import { addDistinct, removeDistinct } from './store.ts'
import { trashBatch } from '../links/sets/batches.ts'
import { filterDuplicates } from '../links/saving/duplicateFilter.ts'
import { runAction } from '../links/sets/runAction.ts'

/** Counts the caller's duplicates at each level; a feature of the paid plans. */
export const countDuplicates = action(contract.countDuplicates, async ({ actor, services }) => {
  requirePlanFeature(actor.plan, 'duplicates')
  const { levels } = await readGroups(services.db.read, actor)
  return {
    groups: levels.map(groups => groups.length),
    links: levels.map(groups => groups.reduce((sum, group) => sum + group.length, 0)),
  }
})

/** Marks links as no duplicates of each other, or removes such a mark. Nobody but the caller sees it. */
export const markDistinct = action(contract.markDistinct, async ({ actor, services }, { links, undo }) => {
  requirePlanFeature(actor.plan, 'duplicates')
  return services.db.write(async tx => {
    if (undo !== undefined) {
      if ((await removeDistinct(tx, actor.personId, undo)) === 0) refuse('undo.expired')
      return { undo: null }
    }
    const ids = [...new Set(links)]
    if (ids.length < 2) refuse('links.noneChosen')
    // Ids of links that the caller cannot see must not be stored.
    const seen = await linksWithRoles(tx, actor, ids)
    if (seen.length < ids.length || seen.some(link => link.role === null)) refuse('links.notFound')
    const mark = newId()
    await addDistinct(tx, actor.personId, mark, ids)
    return { undo: mark }
  })
})

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
