import type { Actor } from '../../../access/actor.ts'
import { linksWithRoles } from '../../../access/roles.ts'
import type { Queries } from '../../../db/db.ts'
import { isLive } from '../lists/liveLinks.ts'

/** The link that stays for each link that is deleted as its duplicate, by id. */
export type RemainingLinks = Readonly<Record<string, string>>

/** Returns those of the links that may be deleted: the one that stays instead is live, and the actor sees it (C07). */
export async function filterDuplicates(
  db: Queries,
  actor: Actor,
  ids: readonly string[],
  remaining: RemainingLinks = {},
): Promise<string[]> {
  const wanted = new Set(ids.flatMap(id => remaining[id] ?? []))
  const found = wanted.size === 0 ? [] : await linksWithRoles(db, actor, [...wanted])
  const live = new Set(found.filter(link => link.role !== null && isLive(link)).map(link => link.id))
  const deleted = new Set(ids)
  return ids.filter(id => {
    const stays = remaining[id]
    return stays === undefined || (live.has(stays) && !deleted.has(stays))
  })
}
