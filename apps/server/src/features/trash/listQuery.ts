import { sql } from 'kysely'
import type { Queries } from '../../db/db.ts'
import { toPageRange, pageLimitClause } from '../../db/statements/limitClause.ts'
import { countRows } from '../../db/statements/readRow.ts'
import { countCollections, listCollections } from '../collections/store.ts'
import { listLinks } from '../links/store.ts'

/** Returns a page of the tops of a person's trashed collections, the last trashed first, and their total. */
export async function listTrashedTops(db: Queries, personId: string, page: number) {
  const filter = sql<boolean>`owner_id = ${personId} and trashed_at is not null`
  const orderBy = sql`trashed_at desc, id`
  return Promise.all([
    listCollections(db, { personId, filter, orderBy, ...toPageRange(page) }),
    countCollections(db, filter),
  ])
}

/** Returns a page of a person's links that were trashed individually, the last trashed first, and their total. */
export async function selectTrashedLinks(db: Queries, personId: string, page: number) {
  const trashed = sql`from links where owner_id = ${personId} and trashed_at is not null`
  const seqs = sql`select seq ${trashed} order by trashed_at desc, seq desc ${pageLimitClause(page)}`
  return Promise.all([
    listLinks(db, { personId, seqs, orderBy: sql`l.trashed_at desc, l.seq desc` }),
    countRows(db, sql`select seq ${trashed}`),
  ])
}
