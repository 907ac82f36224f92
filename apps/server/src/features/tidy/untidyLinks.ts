import * as contract from '@nestmark/contract/tidy'
import { action, ownLibraryRead } from '../../calls/action.ts'
import { createPictureAddresses } from '../../calls/pictureAddresses.ts'
import { presentLinks } from '../links/present.ts'
import { listForgotten, listUntagged, setTidyTime } from './store.ts'
import { refuse } from '../../access/refuse.ts'

/** A link that was not used for this time is forgotten, in milliseconds: a year. */
const forgottenAfterMs = 365 * 86_400_000

/** Returns a page of the caller's own links that have no tags, or that are forgotten, and their number (FIND-06). */
export const listUntidyLinks = action(
  contract.listUntidyLinks,
  ownLibraryRead,
  async (call, { group, page }) => {
    const { personId } = call.actor
    const { db, now } = call.services
    const [rows, total] =
      group === 'untagged'
        ? await listUntagged(db.read, personId, page)
        : await listForgotten(db.read, personId, now() - forgottenAfterMs, page)
    return { links: presentLinks(rows, 'owner', createPictureAddresses(call)), page, total }
  },
)

/** Keeps links of the caller as they are, or lists them again. @throws Refused 'links.noneChosen' */
export const dismissUntidyLinks = action(
  contract.dismissUntidyLinks,
  async ({ actor, services }, { links, group, kept: isTidy }) => {
    if (links.length === 0) refuse('links.noneChosen')
    const at = isTidy === 1 ? services.now() : null
    return { changed: await services.db.write(tx => setTidyTime(tx, actor.personId, links, group, at)) }
  },
)
