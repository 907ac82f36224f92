import type { countDuplicates as contract } from '@nestmark/contract/duplicates'
import type { Output } from '@nestmark/contract/operation'
import { requirePlanFeature } from '../../access/planQuotas.ts'
import type { Call } from '../../calls/call.ts'
import { readGroups } from './readGroups.ts'

/** Counts the caller's duplicates at each level; a feature of the paid plans. */
export async function countDuplicates({ actor, services }: Call): Promise<Output<typeof contract>> {
  requirePlanFeature(actor.plan, 'duplicates')
  const { levels } = await readGroups(services.db.read, actor)
  return {
    groups: levels.map(groups => groups.length),
    links: levels.map(groups => groups.reduce((sum, group) => sum + group.length, 0)),
  }
}
