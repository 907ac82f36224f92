import { limits } from '@nestmark/core/limits'
import { sql } from 'kysely'
import type { LoadValue } from '../../db/statements/coalesce.ts'
import type { Queries } from '../../db/db.ts'
import { inList, jsonArray } from '../../db/dialect.ts'
import { pageLimitClause } from '../../db/statements/limitClause.ts'
import { countRows } from '../../db/statements/readRow.ts'
import { type ListedCollection, listCollections } from '../collections/store.ts'
import { selectCollectionsContaining } from '../searchQuery/names.ts'

const shortestFirst = sql`length(name_key), name_key, id`

/**
 * Returns a page of the collections whose names contain a folded text, the shortest names first.
 * @param ask reads them together with other queries
 */
export async function findFolderIds(
  db: Queries,
  personId: string,
  folded: string,
  page: number,
  ask: LoadValue,
): Promise<string[]> {
  const ids = sql`select id from (${selectCollectionsContaining(db, personId, folded)}) f
    order by ${shortestFirst} ${pageLimitClause(page)}`
  return JSON.parse(await ask(jsonArray(db, 'id', ids))) as string[]
}

/** Returns the collections of a page, in its order. */
export async function listFolders(
  db: Queries,
  personId: string,
  ids: readonly string[],
): Promise<ListedCollection[]> {
  const filter = inList(db, 'id', ids)
  return listCollections(db, { personId, filter, orderBy: shortestFirst, limit: limits.pageSize, offset: 0 })
}

/** Returns how many collections have names that contain a folded text. */
export async function countFolders(db: Queries, personId: string, folded: string): Promise<number> {
  return countRows(db, selectCollectionsContaining(db, personId, folded))
}
