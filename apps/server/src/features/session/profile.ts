import type { Output } from '@nestmark/contract/operation'
import * as contract from '@nestmark/contract/session'
import { toPlan } from '@nestmark/core/plans/plans'
import type { Selectable } from 'kysely'
import { refuse } from '../../access/refuse.ts'
import { action } from '../../calls/action.ts'
import { toProfileImageAddress } from '../../calls/pictureAddresses.ts'
import type { PersonRow } from '../../db/tables/tables.ts'
import { toNextMonth } from '../../db/writes/bandwidthMeter.ts'
import type { CallWith, ReadServices } from '../../services.ts'
import { presentTerms, toPlanTerms } from './planTerms.ts'
import { favouriteIds, findPerson } from './store.ts'
import { findUser } from './userStore.ts'

/** Returns everything that the page needs to know about the signed-in person. */
export const getUserData = action(
  contract.getUserData,
  { heavy: true, longResponse: true, flushesMeter: true },
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
      last_updated: nameCategories(
        person.changed1,
        person.changed2,
        person.changed3,
        person.changed4,
        person.changed5,
      ),
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

/** Returns the plan, the number of links by category, and the storage. */
export const getProfile = action(contract.getProfile, async ({ services, actor }: CallWith<'meter'>) => {
  const person = await findPerson(services.db.read, actor.personId)
  // The account was deleted after the token was checked.
  if (!person) return refuse('session.expired')
  return {
    plan: person.plan,
    count: toNamedCounts(person),
    ...(await presentStorage(services, person)),
  }
})

/** Returns a person's storage, files of trashed links included, and this month's bandwidth. */
export const getStorage = action(contract.getStorage, async ({ services, actor }: CallWith<'meter'>) => {
  const person = await findPerson(services.db.read, actor.personId)
  if (!person) return refuse('session.expired')
  return {
    ...(await presentStorage(services, person)),
    bw_resets: toNextMonth(services.now()),
    bw_days: await services.meter.readDays(person.id),
    count: toNamedCounts(person),
  }
})

/** Returns the stored bytes of a person's files, the bytes sent in this month (UTC), and the limits of the plan. */
async function presentStorage({ meter }: Pick<ReadServices, 'meter'>, person: Selectable<PersonRow>) {
  const { storage, bandwidth } = toPlan(person.plan)
  return {
    storage_cat: nameCategories(
      person.c1_bytes,
      person.c2_bytes,
      person.c3_bytes,
      person.c4_bytes,
      person.c5_bytes,
    ),
    storage_limit: storage,
    storage_used: person.kept_bytes,
    bw_limit: bandwidth,
    bw_used: await meter.readUsedBytes(person.id),
  }
}

const toNamedCounts = ({ n1, n2, n3, n4, n5 }: Selectable<PersonRow>) => nameCategories(n1, n2, n3, n4, n5)

/** Returns the values of the five categories by the names of these. */
function nameCategories(see: number, watch: number, explore: number, read: number, listen: number) {
  return { see, watch, explore, read, listen }
}
