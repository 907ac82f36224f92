import type { Output, Parsed } from '@nestmark/contract/operation'
import type { getWhiteLabel as get } from '@nestmark/contract/whiteLabels'
import { grantCollection } from '../../access/grant.ts'
import type { Call } from '../../calls/call.ts'
import { presentLabel } from './present.ts'
import { findLabel } from './store.ts'

/** Returns the name, the logo and the colours of a company page (PLAN-07). */
export async function getWhiteLabel(
  { actor, services: { db } }: Call,
  { folder_id: id }: Parsed<typeof get>,
): Promise<Output<typeof get>> {
  await grantCollection(db.read, actor, 'collections.share', id)
  const label = await findLabel(db.read, id, actor.personId)
  return label ? presentLabel(label, actor.plan) : null
}
