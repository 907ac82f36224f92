import type { saveReadingPlace as save } from '@nestmark/contract/readingPlace'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { grantLink } from '../../access/grant.ts'
import type { Call } from '../../calls/call.ts'
import { putReadingPlace } from './readingPlaceStore.ts'

/** Stores where the caller reads. The time is the server's, because the clocks of devices differ. */
export async function saveReadingPlace(
  { actor, services: { db, now } }: Call,
  { link_id, version, offset, age }: Parsed<typeof save>,
): Promise<Output<typeof save>> {
  await db.write(async tx => {
    await grantLink(tx, actor, 'links.copies', link_id)
    const place = { person_id: actor.personId, link_id, version, char_offset: offset }
    await putReadingPlace(tx, { ...place, read_at: now() - age })
  })
  return {}
}
