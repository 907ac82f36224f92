import * as contract from '@nestmark/contract/sharing/whiteLabels'
import { assertDefined } from '@nestmark/core/assertDefined'
import { toColour } from '@nestmark/core/pageColours'
import { grantCollection } from '../../access/grant.ts'
import { requirePlanFeature } from '../../access/planQuotas.ts'
import { refuse } from '../../access/refuse.ts'
import { action } from '../../calls/action.ts'
import { presentLabel } from './present.ts'
import { findLabel, saveLabel } from './store.ts'

/** Sets the name and the colours of a company page (PLAN-07). */
export const setWhiteLabel = action(
  contract.setWhiteLabel,
  async ({ actor, services: { db } }, { folder_id: id, name, accent, paper }) => {
    const label = await db.write(async tx => {
      await grantCollection(tx, actor, 'collections.share', id)
      requirePlanFeature(actor.plan, 'whiteLabel')
      const change = {
        // A name is one line: it is in titles and headers.
        name: name.replace(/[\s\p{Cc}]+/gu, ' ').trim(),
        accent: readColour(accent),
        paper: readColour(paper),
      }
      await saveLabel(tx, { collectionId: id, personId: actor.personId }, change)
      return assertDefined(await findLabel(tx, id, actor.personId))
    })
    return presentLabel(label, actor.plan)
  },
)

function readColour(typed: string): string {
  return typed.trim() === '' ? '' : (toColour(typed) ?? refuse('whiteLabels.colourInvalid'))
}
