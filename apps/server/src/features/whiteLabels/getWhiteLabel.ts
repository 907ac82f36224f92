import * as contract from '@nestmark/contract/sharing/whiteLabels'
import { grantCollection } from '../../access/grant.ts'
import { action } from '../../calls/action.ts'
import { presentLabel } from './present.ts'
import { findLabel } from './store.ts'

/** Returns the name, the logo and the colours of a company page (PLAN-07). */
export const getWhiteLabel = action(
  contract.getWhiteLabel,
  async ({ actor, services: { db } }, { folder_id: id }) => {
    await grantCollection(db.read, actor, 'collections.share', id)
    const label = await findLabel(db.read, id, actor.personId)
    return label ? presentLabel(label, actor.plan) : null
  },
)
