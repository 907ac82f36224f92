import type { deleteDomain as remove } from '@nestmark/contract/domains'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { grantCollection } from '../../access/grant.ts'
import { refuse } from '../../access/refuse.ts'
import type { Call } from '../../calls/call.ts'
import { findDomain, removeDomain } from './store.ts'

/** Removes the host of a collection (PLAN-07), also after the end of the plan. */
export async function deleteDomain(
  { actor, services: { db, companyHosts } }: Call,
  { folder_id: id }: Parsed<typeof remove>,
): Promise<Output<typeof remove>> {
  await db.write(async tx => {
    await grantCollection(tx, actor, 'collections.share', id)
    const row = (await findDomain(tx, id, actor.personId)) ?? refuse('domains.notFound')
    await removeDomain(tx, row.id)
  })
  await companyHosts.refresh()
  return {}
}
