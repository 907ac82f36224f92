import type { Output } from '@nestmark/contract/operation'
import * as contract from '@nestmark/contract/session'
import { refuse } from '../../access/refuse.ts'
import { action } from '../../calls/action.ts'
import { toProfileImageAddress } from '../../calls/pictureAddresses.ts'
import type { CallWith } from '../../services.ts'
import { presentStorage } from './presentStorage.ts'
import { presentTerms, toPlanTerms } from './planTerms.ts'
import { favouriteIds, findPerson } from './store.ts'
import { findUser } from './userStore.ts'
import { toNamedCounts, toNamedTimes } from './toNamedCounts.ts'

/** Returns everything that the page needs to know about the signed-in person. */
export const getUserData = action(
  contract.getUserData,
  async ({ services, actor }: CallWith<'meter'>): Promise<Output<typeof contract.getUserData>> => {
    const { read } = services.db
    const [person, user] = await Promise.all([
      findPerson(read, actor.personId),
      findUser(read, actor.personId),
    ])
    if (!person || !user) return refuse('session.expired')
    const favourites = await favouriteIds(read, actor.personId)
    return {
      user_id: person.id,
      name: user.name,
      username: user.username ?? '',
      email: user.email,
      thumbnail: toProfileImageAddress(user.image),
      theme: person.theme === 1 || person.theme === 2 ? person.theme : 0,
      view: { links: readLinksView(person.view_links), folders: person.view_folders === 3 ? 3 : 4 },
      load_links: person.load_links === 2 ? 2 : 1,
      clipboard_access: person.clipboard_access === null ? null : person.clipboard_access === 1 ? 1 : 0,
      mail_digest: person.digest === 1 ? 1 : 0,
      keep_copies: person.keep_copies,
      count: toNamedCounts(person),
      last_updated: toNamedTimes(person),
      favourite_links: favourites.links,
      favourite_folders: favourites.collections,
      root_folder: person.root_id,
      last_folder: person.last_folder,
      last_category: person.last_category,
      announcements: JSON.parse(person.announcements) as string[],
      ...(await presentStorage(services, person)),
      ...presentTerms(toPlanTerms(person)),
    }
  },
)

/** Returns the stored view of links; an unknown value is a grid. */
function readLinksView(stored: number): 1 | 2 | 3 {
  return stored === 2 || stored === 3 ? stored : 1
}
