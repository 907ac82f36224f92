import type { Queries } from '../db/db.ts'

/**
 * Who is concerned by a change in somebody's library: everybody who may see some of it, for they are told that it
 * changed. Always for a set of owners, in one statement at most; today each owner alone.
 */
export async function whoIsConcerned(
  _db: Queries,
  ownerIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  return new Map(ownerIds.map(ownerId => [ownerId, [ownerId]]))
}
