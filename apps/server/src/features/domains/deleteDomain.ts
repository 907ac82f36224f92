import * as contract from '@nestmark/contract/sharing/domains'
import { grantCollection } from '../../access/grant.ts'
import { refuse } from '../../access/refuse.ts'
import { action } from '../../calls/action.ts'
import type { CallWith } from '../../services.ts'
import { findDomain, removeDomain } from './store.ts'

/** Removes the host of a collection (PLAN-07), also after the end of the plan. */
export const deleteDomain = action(
  contract.deleteDomain,
  async ({ actor, services: { db, companyHosts } }: CallWith<'companyHosts'>, { folder_id: id }) => {
    await db.write(async tx => {
      await grantCollection(tx, actor, 'collections.share', id)
      const row = (await findDomain(tx, id, actor.personId)) ?? refuse('domains.notFound')
      await removeDomain(tx, row.id)
    })
    await companyHosts.refresh()
    return {}
  },
)
