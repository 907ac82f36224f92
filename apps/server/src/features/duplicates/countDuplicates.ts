import * as contract from '@nestmark/contract/links/duplicates'
import { requirePlanFeature } from '../../access/planQuotas.ts'
import { action } from '../../calls/action.ts'
import { readGroups } from './readGroups.ts'

/** Counts the caller's duplicates at each level; a feature of the paid plans. */
export const countDuplicates = action(contract.countDuplicates, async ({ actor, services }) => {
  requirePlanFeature(actor.plan, 'duplicates')
  const { levels } = await readGroups(services.db.read, actor)
  return {
    groups: levels.map(groups => groups.length),
    links: levels.map(groups => groups.reduce((sum, group) => sum + group.length, 0)),
  }
})
