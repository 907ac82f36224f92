import { type RawBuilder, sql } from 'kysely'
import { readRow } from './statements/readRow.ts'
import type { Queries } from './db.ts'

/**
 * Differences between the two SQL dialects, except full text (`fullText.ts`) and column types
 * (`migrations/`).
 */

/** Returns true on PostgreSQL. */
export function isPostgres(queries: Queries): boolean {
  // Kysely has no public property for the dialect, so the adapter's class identifies it.
  return queries.getExecutor().adapter.constructor.name === 'PostgresAdapter'
}

/** Returns true when the database is another process or machine, so that each statement is a round trip. */
export const isRemote = (queries: Queries): boolean => isPostgres(queries)

/** Returns true when the tables of a `with` clause may write, so that several writes are one statement. */
export const supportsWritesInWith = (queries: Queries): boolean => isPostgres(queries)

/** Casts a selected text parameter, whose type PostgreSQL cannot infer. */
export const castText = <T extends string | null>(value: T): RawBuilder<T> => sql`cast(${value} as text)`

/** Generates a new id per row: at least 122 random bits. */
export function randomId(queries: Queries): RawBuilder<string> {
  return isPostgres(queries)
    ? sql<string>`replace(gen_random_uuid()::text, '-', '')`
    : sql<string>`lower(hex(randomblob(16)))`
}

/** A version of the database content. Versions are compared for equality only. */
export type DataVersion = string | number

/**
 * Returns a version of the committed data, of this and all other processes: while it is the same, every
 * statement reads the same. Read it before the rows that are cached under it. PostgreSQL's snapshot changes
 * with every transaction that begins to write or ends; SQLite's counter belongs to the read connection, which
 * never writes.
 */
export function dataVersion(queries: Queries): RawBuilder<DataVersion> {
  return isPostgres(queries)
    ? sql<DataVersion>`pg_current_snapshot()::text`
    : sql<DataVersion>`(select data_version from pragma_data_version)`
}

/**
 * Returns the revision of what a person `p` sees in lists: of their own library and of the libraries shared
 * with them. It never returns to an earlier value. Only SQLite counts it.
 */
export function libraryRevision(queries: Queries): RawBuilder<string | null> {
  if (isPostgres(queries)) return sql<null>`null`
  return sql<string>`p.revision || '.' || (select coalesce(sum(o.revision), 0) from shares s join people o on o.id = s.owner_id
    where s.person_id = p.id)`
}

/** Returns the values of a subquery's only column as one JSON array. */
export function jsonArray(
  queries: Queries,
  column: string,
  subquery: RawBuilder<unknown>,
): RawBuilder<string> {
  return isPostgres(queries)
    ? sql<string>`(select coalesce(json_agg(t.${sql.ref(column)}), '[]')::text from (${subquery}) t)`
    : sql<string>`(select json_group_array(t.${sql.ref(column)}) from (${subquery}) t)`
}

/** Returns an expression for a text column as a string of JSON. */
export const jsonString = (queries: Queries, column: string): string =>
  isPostgres(queries) ? `to_json(${column})::text` : `json_quote(${column})`

/** Returns an expression that joins a text of the rows of a group by commas, in an order. */
export const joinTexts = (queries: Queries, text: string, order: string): string =>
  `${isPostgres(queries) ? 'string_agg' : 'group_concat'}(${text}, ',' order by ${order})`

/** Aggregates these columns of all rows as one JSON array of arrays. */
export function jsonRows(queries: Queries, columns: string): RawBuilder<string> {
  return isPostgres(queries)
    ? sql.raw(`coalesce(json_agg(json_build_array(${columns})), '[]')::text`)
    : sql.raw(`json_group_array(json_array(${columns}))`)
}

/**
 * Returns a source that is joined before the conditions around it run. PostgreSQL multiplies the cost of a
 * permission check by the number of joined rows, and would otherwise read the rows of every user.
 */
export function joinedFirst(queries: Queries, rows: RawBuilder<unknown>, name: string): RawBuilder<unknown> {
  return isPostgres(queries) ? sql`(${rows} offset 0) ${sql.ref(name)}` : sql`(${rows}) ${sql.ref(name)}`
}

/**
 * Locks the trees that a person may change until the transaction ends: their own, and those of people who
 * share with write access. SQLite has a single writer anyway. The lock order is fixed, which prevents
 * deadlocks.
 * @throws nothing; a missing person locks nothing
 */
export async function lockTree(tx: Queries, personId: string): Promise<void> {
  await lockTrees(tx, [personId])
}

/** Locks the trees of several people, for what moves between them. */
export async function lockTrees(tx: Queries, personIds: readonly string[]): Promise<void> {
  if (isPostgres(tx))
    await sql`select id from people where ${inList(tx, 'id', personIds)}
      or id in (select owner_id from shares where ${inList(tx, 'person_id', personIds)} and may_write = 1)
      order by id for no key update`.execute(tx)
}

/**
 * Returns a clause at the end of a statement that locks its rows until the transaction ends. SQLite has a single
 * writer, and needs none.
 */
export function rowLock(queries: Queries, clause: `for ${string}`): RawBuilder<unknown> {
  return sql.raw(isPostgres(queries) ? clause : '')
}

/**
 * Returns an order for the rows of an insert: in a fixed order, two inserts that lock the same rows cannot deadlock.
 * SQLite has a single writer, and needs none.
 */
export function lockOrder(queries: Queries, columns: string): RawBuilder<unknown> {
  return sql.raw(isPostgres(queries) ? `order by ${columns}` : '')
}

/**
 * Takes the lock of this name until the end of the transaction; returns false when another transaction holds it.
 * SQLite has a single writer, which holds every lock.
 */
export async function tryLock(tx: Queries, name: string): Promise<boolean> {
  if (!isPostgres(tx)) return true
  const { held } = await readRow(
    tx,
    sql<{ held: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as held`,
  )
  return held
}

/**
 * Returns `value in (list)` with the list as ONE parameter, so that the statement is the same for any number
 * of ids. It is `=` for one value, and false for an empty list.
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
 * Returns `value in (subquery)`, looked up in the column's index even as one of several alternatives of a
 * condition, where PostgreSQL would scan every row. The subquery may refer to the outer
 * query and have a limit.
 */
export function inSubquery(
  queries: Queries,
  column: RawBuilder<unknown>,
  subquery: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return isPostgres(queries)
    ? sql<boolean>`${column} = any(array(${subquery}))`
    : sql<boolean>`${column} in (${subquery})`
}

/**
 * Returns a subquery of the `id`s of a collection and its live descendants, limited to `max`. SQLite visits the
 * most recently changed first, PostgreSQL proceeds level by level; both stop at the limit.
 * @param root the collection's id, of an outer query
 * @param updatedAt the time of its last change
 */
export function selectDescendants(
  queries: Queries,
  { root, updatedAt, max }: { root: RawBuilder<unknown>; updatedAt: RawBuilder<unknown>; max: number },
): RawBuilder<unknown> {
  const inner = sql`select ${root} as id, ${updatedAt} as at union all
    select k.id, k.updated_at from below join collections k on k.parent_id = below.id and k.trashed_by is null`
  return isPostgres(queries)
    ? sql`with recursive below(id, at) as (${inner}) select id from below limit ${max}`
    : sql`with recursive below(id, at) as (${inner} order by 2 desc limit ${max}) select id from below`
}

/** Joins to each collection, as `x`, its newest links with a picture, with a few index steps for each. */
export function joinNewestPictures(
  queries: Queries,
  collection: RawBuilder<unknown>,
  max: number,
): RawBuilder<unknown> {
  const newest = sql`from links where collection_id = ${collection} and picture_id is not null and trashed_at is null
    order by created_at desc limit ${sql.lit(max)}`
  return isPostgres(queries)
    ? sql`cross join lateral (select picture_id, created_at ${newest}) x`
    : sql`join links x on x.seq in (select seq ${newest})`
}

/** Joins to each collection, as `a`, its newest activity entries, with a few index steps for each. */
export function joinNewestActivities(
  queries: Queries,
  { collection, filter, max }: { collection: RawBuilder<unknown>; filter: RawBuilder<unknown>; max: number },
): RawBuilder<unknown> {
  const newest = sql`from activities where collection_id = ${collection} and ${filter}
    order by seq desc limit ${max}`
  return isPostgres(queries)
    ? sql`cross join lateral (select * ${newest}) a`
    : sql`join activities a on a.seq in (select seq ${newest})`
}

/**
 * Makes SQLite use this index. It plans without statistics, and may prefer an index that returns the rows in
 * order to a more selective one. PostgreSQL uses its statistics.
 */
export function forceIndex(queries: Queries, name: string): RawBuilder<unknown> {
  return sql.raw(isPostgres(queries) ? '' : `indexed by ${name}`)
}

/** Returns a join that reads its left side first. SQLite needs the hint; PostgreSQL uses its statistics. */
export function joinInOrder(queries: Queries): RawBuilder<unknown> {
  return sql.raw(isPostgres(queries) ? 'join' : 'cross join')
}

/**
 * Reserves numbers for new rows of a table with a `seq` column, so that dependent rows can be written without
 * reading the new ones back. The numbers are exclusive; on SQLite only until this transaction ends, and only
 * when it uses them all.
 */
export async function reserveSeqs(tx: Queries, table: 'links' | 'tags', count: number): Promise<number[]> {
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

/**
 * Returns the position of a text in a column, from 1; 0 when it is absent. Characters such as % are literal.
 */
export function positionInText(
  queries: Queries,
  column: RawBuilder<unknown>,
  text: string,
): RawBuilder<number> {
  return sql<number>`${sql.raw(isPostgres(queries) ? 'strpos' : 'instr')}(${column}, ${text})`
}

/** Returns the part of a text before the first slash; all of it when there is none. */
export function textBeforeSlash(queries: Queries, text: RawBuilder<unknown>): RawBuilder<string> {
  return isPostgres(queries)
    ? sql<string>`split_part(${text}, '/', 1)`
    : sql<string>`substr(${text}, 1, instr(${text} || '/', '/') - 1)`
}

/** Returns true when a column contains a text. Characters such as % are literal. */
export function containsText(queries: Queries, column: string, text: string): RawBuilder<boolean> {
  return isPostgres(queries)
    ? isLike(column, `%${escapePattern(text)}%`)
    : sql<boolean>`${positionInText(queries, sql.ref(column), text)} > 0`
}

// PostgreSQL matches a pattern faster than it computes a position.
const isLike = (column: string, pattern: string) => sql<boolean>`${sql.ref(column)} like ${pattern}`
const escapePattern = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Returns true when a unique index rejected a row. */
export function isDuplicate(error: unknown): boolean {
  const { errcode, code } = error as { errcode?: number; code?: string }
  return errcode === 2067 || errcode === 1555 || code === '23505'
}
