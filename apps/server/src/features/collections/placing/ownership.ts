import type { Actor } from '../../../access/actor.ts'
import type { CollectionRole } from '../../../access/policies.ts'
import { type SharedRole, sharedRoles } from '../../../access/roles.ts'
import type { Queries } from '../../../db/db.ts'
import { namesOfUsers } from '../../session/userStore.ts'

/** The caller's role for a link or collection, and the name of its owner when that is another person. */
export interface Ownership extends CollectionRole {
  owner_name?: string
}

/** A list entry with its collection and owner. */
interface OwnedItem {
  owner_id: string
  /** The collection that decides who may see the entry: the entry itself when it is a collection. */
  collection_id: string
}

const mine: Ownership = { role: 'owner', shareRoot: false }

/**
 * Returns the caller's role and the owner for each entry of a list that mixes own and shared ones: two statements for
 * any number of entries, none when all are the caller's.
 * @param beside further collections whose roles are needed: those in the breadcrumbs
 */
export async function readOwnership(
  db: Queries,
  { personId }: Pick<Actor, 'personId'>,
  items: readonly OwnedItem[],
  beside: readonly string[] = [],
): Promise<{ of(item: OwnedItem): Ownership; roles: ReadonlyMap<string, SharedRole> }> {
  const others = items.filter(each => each.owner_id !== personId)
  if (others.length === 0) return { of: () => mine, roles: new Map() }
  const collections = new Set([...others.map(each => each.collection_id), ...beside])
  const [roles, names] = await Promise.all([
    sharedRoles(db, { personId }, [...collections]),
    namesOfUsers(db, [...new Set(others.map(each => each.owner_id))]),
  ])
  const of = ({ owner_id, collection_id }: OwnedItem): Ownership =>
    owner_id === personId
      ? mine
      : { ...toCollectionRole(roles.get(collection_id)), owner_name: names.get(owner_id) ?? '' }
  return { of, roles }
}

function toCollectionRole(
  { role, shareRoot }: CollectionRole = { role: null, shareRoot: false },
): CollectionRole {
  return { role, shareRoot }
}
