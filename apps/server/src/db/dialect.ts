import { type RawBuilder, sql } from 'kysely'
import type { Queries } from './db.ts'

/** What the two databases say differently, apart from full text (`fullText.ts`) and column types (`migrations/`). */

/** True on PostgreSQL. */
export function isPostgres(queries: Queries): boolean {
  // SQLite's adapter says no: only PostgreSQL's takes part in a lock while it migrates inside a transaction.
  return queries.getExecutor().adapter.constructor.name === 'PostgresAdapter'
}

/** A text that is only selected: PostgreSQL must be told what such a parameter is. */
export const asText = (value: string): RawBuilder<string> => sql`cast(${value} as text)`

/** A new id for every row of a statement: 122 random bits or more. */
export function randomId(queries: Queries): RawBuilder<string> {
  return isPostgres(queries)
    ? sql<string>`replace(gen_random_uuid()::text, '-', '')`
    : sql<string>`lower(hex(randomblob(16)))`
}

/** Compared for being the same, nothing else. */
export type Moment = string | number

/**
 * A mark of what is committed, by this process or any other: while it stays the same, every statement reads the same.
 * Read it before the rows that are kept by it. PostgreSQL's snapshot changes with every transaction that begins to
 * write or ends; SQLite's counter belongs to the connection for reading, which never writes itself.
 */
export function moment(queries: Queries): RawBuilder<Moment> {
  return isPostgres(queries)
    ? sql<Moment>`pg_current_snapshot()::text`
    : sql<Moment>`(select data_version from pragma_data_version)`
}

/**
 * The revision of what a person `p` sees in lists: of their own library, and of those of people who share with them. It
 * never comes back to an earlier one. SQLite alone counts it.
 */
export function ownRevision(queries: Queries): RawBuilder<string | null> {
  if (isPostgres(queries)) return sql<null>`null`
  return sql<string>`p.revision || '.' || (select coalesce(sum(o.revision), 0) from shares s join people o on o.id = s.owner_id
    where s.person_id = p.id)`
}

/** The values of a subquery's only column as one JSON array. */
export function jsonArray(
  queries: Queries,
  column: string,
  subquery: RawBuilder<unknown>,
): RawBuilder<string> {
  return isPostgres(queries)
    ? sql<string>`(select coalesce(json_agg(t.${sql.ref(column)}), '[]')::text from (${subquery}) t)`
    : sql<string>`(select json_group_array(t.${sql.ref(column)}) from (${subquery}) t)`
}

/**
 * Holds all other changes of the trees that a person may change until this transaction ends: their own, and those of
 * people who let them write. SQLite has one writer at a time anyway. Always in the same order, so that two who hold parts
 * of the same never wait for each other in a ring.
 * @throws nothing; a person that is not there locks nothing
 */
export async function lockTree(tx: Queries, personId: string): Promise<void> {
  await lockTrees(tx, [personId])
}

/** The same of several people at once, for what goes from one to another. */
export async function lockTrees(tx: Queries, personIds: readonly string[]): Promise<void> {
  if (isPostgres(tx))
    await sql`select id from people where ${inList(tx, 'id', personIds)}
      or id in (select owner_id from shares where ${inList(tx, 'person_id', personIds)} and may_write = 1)
      order by id for no key update`.execute(tx)
}

/**
 * `value in (list)` with the list as ONE parameter, so that a statement stays the same for any number of ids; plainly `=` for
 * one, and never true for none.
 */
export function inList(
  queries: Queries,
  column: string | RawBuilder<unknown>,
  list: readonly (string | number)[],
): RawBuilder<boolean> {
  if (list.length === 0) return sql<boolean>`1 = 0`
  const cell = typeof column === 'string' ? sql.ref(column) : column
  if (list.length === 1) return sql<boolean>`${cell} = ${list[0]}`
  if (!isPostgres(queries))
    return sql<boolean>`${cell} in (select value from json_each(${JSON.stringify(list)}))`
  const type = sql.raw(typeof list[0] === 'number' ? 'bigint[]' : 'text[]')
  return sql<boolean>`${cell} = any(${list}::${type})`
}

/**
 * `value in (subquery)`, looked up in the column's index even where it is one of several ways to meet a condition:
 * PostgreSQL would look at every row instead.
 */
export function inFound(
  queries: Queries,
  column: RawBuilder<unknown>,
  subquery: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return isPostgres(queries)
    ? sql<boolean>`${column} = any(array(${subquery}))`
    : sql<boolean>`${column} in (${subquery})`
}

/**
 * A collection and the live ones beneath it, at most so many: a subquery of `id`. SQLite goes where something changed
 * last first, PostgreSQL level by level; both stop there, however much lies below.
 * @param root the collection's id, of a query around this one
 * @param updatedAt its time of the last change
 */
export function someBelow(
  queries: Queries,
  { root, updatedAt, most }: { root: RawBuilder<unknown>; updatedAt: RawBuilder<unknown>; most: number },
): RawBuilder<unknown> {
  const inner = sql`select ${root} as id, ${updatedAt} as at union all
    select k.id, k.updated_at from below join collections k on k.parent_id = below.id and k.trashed_by is null`
  return isPostgres(queries)
    ? sql`with recursive below(id, at) as (${inner}) select id from below limit ${most}`
    : sql`with recursive below(id, at) as (${inner} order by 2 desc limit ${most}) select id from below`
}

/** Joins to each collection, as `x`, its newest links that have a picture: a few steps of the index for each. */
export function newestPictured(
  queries: Queries,
  collection: RawBuilder<unknown>,
  most: number,
): RawBuilder<unknown> {
  const newest = sql`from links where collection_id = ${collection} and picture_id is not null and trashed_at is null
    order by created_at desc limit ${sql.lit(most)}`
  return isPostgres(queries)
    ? sql`cross join lateral (select picture_id, created_at ${newest}) x`
    : sql`join links x on x.seq in (select seq ${newest})`
}

/** Joins to each collection, as `a`, its newest entries of activity: a few steps of the index for each. */
export function newestActivities(
  queries: Queries,
  {
    collection,
    filter,
    most,
  }: { collection: RawBuilder<unknown>; filter: RawBuilder<unknown>; most: number },
): RawBuilder<unknown> {
  const newest = sql`from activities where collection_id = ${collection} and ${filter}
    order by seq desc limit ${most}`
  return isPostgres(queries)
    ? sql`cross join lateral (select * ${newest}) a`
    : sql`join activities a on a.seq in (select seq ${newest})`
}

/**
 * Makes SQLite look rows up by this index. It plans without statistics, and may take an index that gives the order of the
 * rows for one that finds the few that are meant. PostgreSQL knows from its statistics.
 */
export function byIndex(queries: Queries, name: string): RawBuilder<unknown> {
  return sql.raw(isPostgres(queries) ? '' : `indexed by ${name}`)
}

/** A join whose left side is looked at first. PostgreSQL knows from its statistics; SQLite is told. */
export function joinInOrder(queries: Queries): RawBuilder<unknown> {
  return sql.raw(isPostgres(queries) ? 'join' : 'cross join')
}

/**
 * Numbers for many new rows of a table that counts its rows by `seq`, so that what hangs on them can be written without
 * reading them back. Nobody else gets them; on SQLite only as long as this transaction runs and all are used in it.
 */
export async function nextSeqs(tx: Queries, table: 'links' | 'tags', count: number): Promise<number[]> {
  if (isPostgres(tx)) {
    const { rows } = await sql<{ seq: number }>`
      select nextval(pg_get_serial_sequence(${table}, 'seq')) as seq from generate_series(1, ${count})`.execute(
      tx,
    )
    return rows.map(row => row.seq)
  }
  const { rows } = await sql<{ seq: number }>`select seq from sqlite_sequence where name = ${table}`.execute(
    tx,
  )
  const last = rows[0]?.seq ?? 0
  return Array.from({ length: count }, (_, at) => last + 1 + at)
}

/** Where a text stands in a column, from 1; 0 when it does not. Signs such as % mean themselves. */
export function positionInText(
  queries: Queries,
  column: RawBuilder<unknown>,
  text: string,
): RawBuilder<number> {
  return sql<number>`${sql.raw(isPostgres(queries) ? 'strpos' : 'instr')}(${column}, ${text})`
}

/** True where a text stands in a column. Signs such as % mean themselves. */
export function holds(queries: Queries, column: string, text: string): RawBuilder<boolean> {
  return isPostgres(queries)
    ? isLike(column, `%${asPattern(text)}%`)
    : sql<boolean>`${positionInText(queries, sql.ref(column), text)} > 0`
}

/** True where a text stands in a column somewhere behind its beginning. */
export function standsInside(queries: Queries, column: string, text: string): RawBuilder<boolean> {
  return isPostgres(queries)
    ? isLike(column, `_%${asPattern(text)}%`)
    : sql<boolean>`${positionInText(queries, sql.ref(column), text)} > 1`
}

// PostgreSQL compares a pattern faster than it looks a place up.
const isLike = (column: string, pattern: string) => sql<boolean>`${sql.ref(column)} like ${pattern}`
const asPattern = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** True when a unique index refused a row. */
export function isDuplicate(error: unknown): boolean {
  const { errcode, code } = error as { errcode?: number; code?: string }
  return errcode === 2067 || errcode === 1555 || code === '23505'
}
