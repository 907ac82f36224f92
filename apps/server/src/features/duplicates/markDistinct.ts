import * as contract from '@nestmark/contract/links/duplicates'
import { requirePlanFeature } from '../../access/planQuotas.ts'
import { refuse } from '../../access/refuse.ts'
import { linksWithRoles } from '../../access/roles.ts'
import { newId } from '../../db/newId.ts'
import { action } from '../../calls/action.ts'
import { addDistinct, removeDistinct } from './store.ts'

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
