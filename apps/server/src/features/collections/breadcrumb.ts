import type { BreadcrumbEntry } from '@nestmark/contract/shapes'
import { pluck } from '@nestmark/core/pluck'
import type { Actor } from '../../access/actor.ts'
import type { Role } from '../../access/policies.ts'
import { type CollectionWithRole, sharedRoles } from '../../access/roles.ts'
import type { Call } from '../../calls/call.ts'
import { type Ancestor, readAncestors } from './store.ts'

/**
 * Returns the ancestors of a collection for its breadcrumb; for other callers than the owner, from the first collection
 * that they may see.
 */
export async function readVisibleAncestors(call: Call<Actor | null>, collection: CollectionWithRole) {
  const { read } = call.services.db
  const path = await readAncestors(read, [collection.id])
  if (collection.role === 'owner') return path
  const roles = await sharedRoles(read, call.actor, pluck(path, 'id'))
  return path.slice(path.findIndex(each => roles.get(each.id)?.role))
}

/** The labels of breadcrumb entries, by the caller's role. */
const labels: Record<Exclude<Role, null>, string> = {
  owner: 'My collections',
  write: 'Shared collections (with write access)',
  read: 'Shared collections',
  public: 'Shared collections',
}

/**
 * Returns the breadcrumb from the top, without the root, which pages show as 'Dashboard'.
 * @param ancestors for other callers than the owner, only the collections that they may see: the breadcrumb starts at
 * the first of them
 */
export function presentBreadcrumb(
  ancestors: readonly Ancestor[],
  role: Exclude<Role, null> = 'owner',
): BreadcrumbEntry[] {
  return ancestors
    .filter(each => each.parent_id !== null)
    .map((each, at) => ({
      _id: each.id,
      name: each.name,
      parent: at === 0 && role !== 'owner' ? null : each.parent_id,
      label: labels[role],
    }))
}
