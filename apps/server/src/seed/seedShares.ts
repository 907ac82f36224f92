import { assertDefined } from '@nestmark/core/assertDefined'
import { setPermissions } from '../features/share/setPermissions.ts'
import { findUserByEmail } from '../features/session/userStore.ts'
import { callAs } from './callAs.ts'
import type { SeedContext } from './seedPerson.ts'
import { findCollectionId } from './store.ts'

interface Share {
  owner: string
  collection: string
  readers?: string[]
  writers?: string[]
  anyone?: true
  suggestions?: true
}

/** The shares of the demo people, and the collections that accept suggestions. */
const shares: Share[] = [
  { owner: 'ada', collection: 'Turf & timber', readers: ['rosa'], writers: ['willem'] },
  { owner: 'ada', collection: 'Reading pile', anyone: true, suggestions: true },
  { owner: 'ada', collection: 'Papers to cite', readers: ['willem'], suggestions: true },
  { owner: 'willem', collection: 'Slaapwagens', readers: ['ada', 'rosa'], suggestions: true },
]

/**
 * Creates the shares of the demo people, who must exist.
 * @param at time of the shares, in milliseconds since 1970
 */
export async function seedShares(context: SeedContext, at: number): Promise<void> {
  const { tx } = context
  const findUserIds = (names: string[] = []) =>
    Promise.all(names.map(async name => assertDefined(await findUserByEmail(tx, `${name}@example.org`)).id))
  for (const { owner, collection, readers, writers, anyone, suggestions } of shares) {
    const call = await callAs(context, owner, at)
    await setPermissions(call, {
      folder_id: await findCollectionId(tx, call.actor.personId, collection),
      read: anyone ? 3 : 1,
      write: writers ? 1 : 0,
      read_members: await findUserIds(readers),
      write_members: await findUserIds(writers),
      read_members_remove: [],
      write_members_remove: [],
      enable_sugg: suggestions ? 1 : 0,
    })
  }
}
