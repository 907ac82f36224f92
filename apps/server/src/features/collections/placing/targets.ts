import type { Actor } from '../../../access/actor.ts'
import { grantScope } from '../../../access/grant.ts'
import { refuse } from '../../../access/refuse.ts'
import type { Queries } from '../../../db/db.ts'
import { idsInside, trashedTops } from '../store.ts'

/** Actions on more collections than this, descendants included, are left to a job. */
export const manyDescendants = 1000

/**
 * Returns the collections of an action: by id, or all in a collection (optionally whose name contains the text), or
 * all in the caller's trash, with exceptions.
 * @throws Refused 'collections.noneChosen' when there are none
 */
export async function chosenCollections(
  db: Queries,
  actor: Actor,
  ids: readonly string[],
  {
    every,
    except = [],
  }: {
    every?: { folder_id: string; input?: string | undefined } | { trash: 1 } | undefined
    except?: readonly string[] | undefined
  },
): Promise<string[]> {
  if (!every) return ids.length === 0 ? refuse('collections.noneChosen') : [...new Set(ids)]
  const all = 'trash' in every ? await trashedTops(db, actor.personId) : await allInside(db, actor, every)
  const left = new Set(except)
  const chosen = all.filter(id => !left.has(id))
  return chosen.length === 0 ? refuse('collections.noneChosen') : chosen
}

async function allInside(
  db: Queries,
  actor: Actor,
  every: { folder_id: string; input?: string | undefined },
): Promise<string[]> {
  await grantScope(db, actor, every.folder_id)
  return idsInside(db, every.folder_id, every.input ?? '')
}
