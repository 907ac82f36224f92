import * as contract from '@nestmark/contract/reading/readingPlace'
import { grantLink } from '../../../access/grant.ts'
import { action } from '../../../calls/action.ts'
import { findReadingPlace, putReadingPlace } from './readingPlaceStore.ts'

/** Returns where the caller stopped reading the copy of a page, or null. */
export const getReadingPlace = action(
  contract.getReadingPlace,
  async ({ actor, services: { db } }, { link_id }) => {
    await grantLink(db.read, actor, 'links.copies', link_id)
    return findReadingPlace(db.read, actor.personId, link_id)
  },
)

/** Stores where the caller reads. The time is the server's, because the clocks of devices differ. */
export const saveReadingPlace = action(
  contract.saveReadingPlace,
  async ({ actor, services: { db, now } }, { link_id, version, offset, age }) => {
    await db.write(async tx => {
      await grantLink(tx, actor, 'links.copies', link_id)
      const place = { person_id: actor.personId, link_id, version, char_offset: offset }
      await putReadingPlace(tx, { ...place, read_at: now() - age })
    })
    return {}
  },
)
