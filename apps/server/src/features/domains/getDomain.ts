import * as contract from '@nestmark/contract/sharing/domains'
import { grantCollection } from '../../access/grant.ts'
import { action } from '../../calls/action.ts'
import { presentDomain } from './present.ts'
import { findDomain } from './store.ts'

/** Returns the host of a collection (PLAN-07). */
export const getDomain = action(
  contract.getDomain,
  async ({ actor, services: { db } }, { folder_id: id }) => {
    const { collection } = await grantCollection(db.read, actor, 'collections.share', id)
    const row = await findDomain(db.read, collection.id, actor.personId)
    return row ? presentDomain(row, actor.plan) : null
  },
)
