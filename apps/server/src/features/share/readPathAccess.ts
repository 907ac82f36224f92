import type { Queries } from '../../db/db.ts'
import { readAncestors } from '../collections/store.ts'
import { listInvitations } from './invitations/invitationStore.ts'
import { filterPublic, readMembers } from './store.ts'

/** Returns the path to a collection, itself included, with everything that grants access on it. */
export async function readPathAccess(db: Queries, collectionId: string, now: number) {
  const path = await readAncestors(db, [collectionId])
  const ids = path.map(each => each.id)
  const [members, publicIds, invitations] = await Promise.all([
    readMembers(db, ids),
    filterPublic(db, ids),
    listInvitations(db, ids, now),
  ])
  return { path, ids, members, publicIds, invitations }
}
