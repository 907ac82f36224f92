import type { getReadingPlace as get } from '@nestmark/contract/readingPlace'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { grantLink } from '../../access/grant.ts'
import type { Call } from '../../calls/call.ts'
import { findReadingPlace } from './readingPlaceStore.ts'

/** Returns where the caller stopped reading the copy of a page, or null. */
export async function getReadingPlace(
  { actor, services: { db } }: Call,
  { link_id }: Parsed<typeof get>,
): Promise<Output<typeof get>> {
  await grantLink(db.read, actor, 'links.copies', link_id)
  return findReadingPlace(db.read, actor.personId, link_id)
}
