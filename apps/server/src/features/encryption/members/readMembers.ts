import type { CollectionWithRole } from '../../../access/roles.ts'
import type { Queries } from '../../../db/db.ts'
import { namesOfUsers } from '../../session/userStore.ts'
import { readPathAccess } from '../../share/readPathAccess.ts'

export interface Member {
  id: string
  name: string
  type: 'owner' | 'write' | 'read'
}

/** Returns the owner of a collection and everyone with whom it, or one above it, is shared by name. */
export async function readMembers(
  db: Queries,
  collection: CollectionWithRole,
  now: number,
): Promise<Member[]> {
  const { members } = await readPathAccess(db, collection.id, now)
  const writers = new Set(members.filter(each => each.may_write).map(each => each.id))
  const ids = [...new Set(members.map(each => each.id))].filter(id => id !== collection.owner_id)
  const names = await namesOfUsers(db, [collection.owner_id, ...ids])
  return [
    { id: collection.owner_id, name: names.get(collection.owner_id) ?? '', type: 'owner' },
    ...ids.map((id): Member => ({ id, name: names.get(id) ?? '', type: writers.has(id) ? 'write' : 'read' })),
  ]
}
