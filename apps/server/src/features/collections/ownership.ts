import type { Actor } from '../../access/actor.ts'
import type { Standing } from '../../access/policies.ts'
import { type SharedRole, sharedRoles } from '../../access/roles.ts'
import type { Queries } from '../../db/db.ts'
import { namesOfUsers } from '../session/userStore.ts'

/** What the caller is to a thing, and whose it is where it is somebody else's. */
export interface Ownership extends Standing {
  owner_name?: string
}

/** Something in a list, with where it lies and whose it is. */
interface Placed {
  owner_id: string
  /** The collection that decides who may see it: the thing itself where it is one. */
  place: string
}

const mine: Ownership = { role: 'owner', shareRoot: false }

/**
 * What the caller is to the things of a list that mixes their own with what others share, and whose those are: two
 * statements whatever their number, and none where all of them are the caller's.
 * @param beside further collections whose roles are wanted too: the ways to them
 */
export async function readOwnership(
  db: Queries,
  { personId }: Pick<Actor, 'personId'>,
  things: readonly Placed[],
  beside: readonly string[] = [],
): Promise<{ of(thing: Placed): Ownership; roles: ReadonlyMap<string, SharedRole> }> {
  const others = things.filter(each => each.owner_id !== personId)
  if (others.length === 0) return { of: () => mine, roles: new Map() }
  const places = new Set([...others.map(each => each.place), ...beside])
  const [roles, names] = await Promise.all([
    sharedRoles(db, { personId }, [...places]),
    namesOfUsers(db, [...new Set(others.map(each => each.owner_id))]),
  ])
  const of = ({ owner_id, place }: Placed): Ownership =>
    owner_id === personId ? mine : { ...toStanding(roles.get(place)), owner_name: names.get(owner_id) ?? '' }
  return { of, roles }
}

function toStanding({ role, shareRoot }: Standing = { role: null, shareRoot: false }): Standing {
  return { role, shareRoot }
}
