import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../../db/db.ts'
import { inList } from '../../../db/dialect.ts'
import { pageLimitClause, limitClause } from '../../../db/statements/limitClause.ts'
import { countRows } from '../../../db/statements/readRow.ts'
import { selectFavouriteLinks } from '../../session/store.ts'
import { type LinkSort, type OpenSet, isSearchable, sortedBy } from '../sets/linkSetQuery.ts'
import { byDate, linkList, type ListedLink, listLinks, withSameAddress } from '../store.ts'

/** Returns the statement that reads the links with these keys, in any order. */
export function linksWithKeys<Key extends 'seq' | 'id'>(
  db: Queries,
  personId: string,
  key: Key,
  keys: readonly ListedLink[Key][],
): RawBuilder<ListedLink> {
  const seqs = sql`select seq from links where ${inList(db, key, keys)}`
  return linkList(db, { personId, seqs, orderBy: sql`l.seq` })
}

/** Returns one page of a set of links. */
export async function listPage(
  db: Queries,
  personId: string,
  { rows, collectionName }: Pick<OpenSet, 'rows' | 'collectionName'>,
  { sort, order, page }: { sort: LinkSort; order: 1 | 2; page: number },
): Promise<ListedLink[]> {
  const seqs = sql`select x.seq ${rows} order by ${sortedBy(sort, order, 'x')} ${pageLimitClause(page)}`
  return listLinks(db, { personId, seqs, orderBy: sortedBy(sort, order, 'l'), collectionName })
}

export async function countSet(db: Queries, { rows }: Pick<OpenSet, 'rows'>): Promise<number> {
  return countRows(db, sql`select x.seq ${rows}`)
}

/** The last link that was read from a set. */
export interface LinkSetPosition {
  createdAt: number
  seq: number
}

/**
 * Returns the next links of a set after `after`, the oldest first. No action changes this order: the place stays
 * valid when its link has left the set.
 * @param upTo excludes links with higher sequence numbers
 */
export async function readNextOfSet(
  db: Queries,
  { rows: set }: Pick<OpenSet, 'rows'>,
  { upTo, after, limit }: { upTo: number; after: LinkSetPosition | undefined; limit: number },
): Promise<{ id: string; seq: number; created_at: number }[]> {
  const rest = after ? sql`and (x.created_at, x.seq) > (${after.createdAt}, ${after.seq})` : sql``
  const { rows } = await sql<{ id: string; seq: number; created_at: number }>`
    select x.id, x.seq, x.created_at ${set} and x.seq <= ${upTo} ${rest}
    order by x.created_at, x.seq limit ${sql.lit(limit)}`.execute(db)
  return rows
}

/** Returns a page of a list, the newest link first, and the number of links in all of it. */
async function readNewestPage(
  db: Queries,
  personId: string,
  from: RawBuilder<unknown>,
  part: RawBuilder<unknown>,
): Promise<[rows: ListedLink[], total: number]> {
  const seqs = sql`select x.seq ${from} order by ${byDate(1, 'x.')} ${part}`
  return Promise.all([
    listLinks(db, { personId, seqs, orderBy: byDate(1, 'l.') }),
    countRows(db, sql`select x.seq ${from}`),
  ])
}

/** Returns a page of the favourite links that the person may see, the newest first, and their total. */
export function listFavourites(db: Queries, personId: string, page: number) {
  const from = sql`from ${selectFavouriteLinks(db, personId)} where x.trashed_at is null and ${isSearchable(personId)}`
  return readNewestPage(db, personId, from, pageLimitClause(page))
}

/** Returns the newest of a person's live links with this address, and their total; see `withSameAddress`. */
export function listSameAddress(
  db: Queries,
  personId: string,
  { key, except, limit }: { key: string; except: string | undefined; limit: number },
) {
  return readNewestPage(db, personId, withSameAddress(db, personId, key, except), limitClause(limit, 0))
}
