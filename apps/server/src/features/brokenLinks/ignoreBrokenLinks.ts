import * as contract from '@nestmark/contract/links/brokenLinks'
import { requirePlanFeature } from '../../access/planQuotas.ts'
import { refuse } from '../../access/refuse.ts'
import { action } from '../../calls/action.ts'
import { setIgnored } from './checkStore.ts'

/** Sets whether the caller ignores what was found for links. @throws Refused 'plan.brokenLinks', 'links.noneChosen' */
export const ignoreBrokenLinks = action(
  contract.ignoreBrokenLinks,
  async ({ actor, services }, { links, ignored }) => {
    requirePlanFeature(actor.plan, 'brokenLinks')
    if (links.length === 0) refuse('links.noneChosen')
    return { changed: await services.db.write(tx => setIgnored(tx, actor.personId, links, ignored)) }
  },
)
