import type { getDomain as get } from '@nestmark/contract/domains'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { grantCollection } from '../../access/grant.ts'
import type { Call } from '../../calls/call.ts'
import { presentDomain } from './present.ts'
import { findDomain } from './store.ts'

/** Returns the host of a collection (PLAN-07). */
export async function getDomain(
  { actor, services: { db } }: Call,
  { folder_id: id }: Parsed<typeof get>,
): Promise<Output<typeof get>> {
  const { collection } = await grantCollection(db.read, actor, 'collections.share', id)
  const row = await findDomain(db.read, collection.id, actor.personId)
  return row ? presentDomain(row, actor.plan) : null
}
