import type { ignoreBrokenLinks as ignore } from '@nestmark/contract/brokenLinks'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { requirePlanFeature } from '../../access/planQuotas.ts'
import { refuse } from '../../access/refuse.ts'
import type { Call } from '../../calls/call.ts'
import { setIgnored } from './checkStore.ts'

/** Sets whether the caller ignores what was found for links. @throws Refused 'plan.brokenLinks', 'links.noneChosen' */
export async function ignoreBrokenLinks(
  { actor, services }: Call,
  { links, ignored }: Parsed<typeof ignore>,
): Promise<Output<typeof ignore>> {
  requirePlanFeature(actor.plan, 'brokenLinks')
  if (links.length === 0) refuse('links.noneChosen')
  return { changed: await services.db.write(tx => setIgnored(tx, actor.personId, links, ignored)) }
}
