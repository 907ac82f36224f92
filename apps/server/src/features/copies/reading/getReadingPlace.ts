import * as contract from '@nestmark/contract/reading/readingPlace'
import { grantLink } from '../../../access/grant.ts'
import { action } from '../../../calls/action.ts'
import { findReadingPlace } from './readingPlaceStore.ts'

/** Returns where the caller stopped reading the copy of a page, or null. */
export const getReadingPlace = action(
  contract.getReadingPlace,
  async ({ actor, services: { db } }, { link_id }) => {
    await grantLink(db.read, actor, 'links.copies', link_id)
    return findReadingPlace(db.read, actor.personId, link_id)
  },
)
