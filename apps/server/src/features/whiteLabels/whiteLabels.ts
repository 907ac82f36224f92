import * as contract from '@nestmark/contract/sharing/whiteLabels'
import { grantCollection } from '../../access/grant.ts'
import { action } from '../../calls/action.ts'
import { presentLabel } from './present.ts'
import { findLabel, saveLabel, removeLabel } from './store.ts'
import { assertDefined } from '@nestmark/core/assertDefined'
import { toColour } from '@nestmark/core/pageColours'
import { requirePlanFeature } from '../../access/planQuotas.ts'
import { refuse } from '../../access/refuse.ts'

/** Returns the name, the logo and the colours of a company page (PLAN-07). */
export const getWhiteLabel = action(
  contract.getWhiteLabel,
  async ({ actor, services: { db } }, { folder_id: id }) => {
    await grantCollection(db.read, actor, 'collections.share', id)
    const label = await findLabel(db.read, id, actor.personId)
    return label ? presentLabel(label, actor.plan) : null
  },
)

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

/** Gives a company page its usual look again (PLAN-07), also after the end of the plan. */
export const deleteWhiteLabel = action(
  contract.deleteWhiteLabel,
  async ({ actor, services: { db } }, { folder_id: id }) => {
    await db.write(async tx => {
      await grantCollection(tx, actor, 'collections.share', id)
      await removeLabel(tx, id, actor.personId)
    })
    return {}
  },
)
