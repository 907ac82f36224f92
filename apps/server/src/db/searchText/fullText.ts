import { assertDefined } from '@nestmark/core/assertDefined'
import { allFields } from '@nestmark/core/searchQuery/textPlan'
import { toTiers } from '@nestmark/core/searchQuery/tiers'
import { type RawBuilder, sql } from 'kysely'
import type { Batch } from '../statements/batch.ts'
import { bulkRows, type ColumnType, newRows } from '../statements/bulkRows.ts'
import type { Queries, Tx } from '../db.ts'
import { inList, isPostgres } from '../dialect.ts'
import { ftsQuery } from './ftsQuery.ts'
import { categoryTerm, isPrefixed, ownerTerm, termPrefix, withPrefix } from './ownerTerms.ts'
import type { TextQuery } from './textQuery.ts'
import { toVector, tsQuery, weights, wordsQuery } from './tsQuery.ts'

/**
 * The full-text index of links behind one interface: FTS5 on SQLite, `tsvector` on PostgreSQL. Both index the
 * same terms (folded by `core/searchTerms`), each after a prefix of its owner, so that a search reads the postings of one
 * library only (docs/adr/090). The owner and the category are terms too.
 */
export interface TextTerms {
  ownerId: string
  category: number
  title: string
  address: string
  descr: string
  tags: string
}

export interface LinkTerms extends TextTerms {
  seq: number
}

/** Returns what the terms of links of these owners begin with. */
const linkPrefixes = ({ ownerIds }: TextQuery): string[] => [...new Set(ownerIds.map(termPrefix))]

/** The index entry of one link: the values of its columns. */
export type TextEntry = readonly string[]

const entryColumns = sql.raw('owner, title, address, descr, tags')

/**
 * Returns a link's terms in the format of this database's index. On PostgreSQL this is slow enough to be done
 * in advance.
 * @param prefix begins each term
 */
export function toIndexEntry(
  queries: Queries,
  link: TextTerms,
  prefix: string = termPrefix(link.ownerId),
): TextEntry {
  const owner = [ownerTerm(link.ownerId), categoryTerm(link.category)]
  if (isPostgres(queries))
    return [
      toVector(
        allFields.map(field => [link[field], weights[field]]),
        prefix,
        owner,
      ),
    ]
  return [
    owner.join(' '),
    ...[link.title, link.address, link.descr, link.tags].map(each => withPrefix(each, prefix)),
  ]
}

/** Adds links to the index, or replaces their entries. */
export async function indexLinks(tx: Tx, links: readonly LinkTerms[]): Promise<void> {
  if (links.length === 0) return
  const rows = links.map(link => [link.seq, ...toIndexEntry(tx, link)])
  if (isPostgres(tx)) await setVectors(tx, sql`links`, sql`seq`, rows)
  else
    await sql`insert or replace into links_text (rowid, ${entryColumns})
      ${newRows(tx, ['int', 'text', 'text', 'text', 'text', 'text'], rows)}`.execute(tx)
}

/** Writes entries of an index of PostgreSQL. @param rows the number of each row, and its entry */
export async function setVectors(
  tx: Tx,
  table: RawBuilder<unknown>,
  seq: RawBuilder<unknown>,
  rows: readonly (readonly (string | number)[])[],
): Promise<void> {
  await sql`update ${table} x set terms = t.v::tsvector
    from (select * from (${bulkRows(tx, ['int', 'text'], rows)}) as r(seq, v)) t where x.${seq} = t.seq`.execute(
    tx,
  )
}

/**
 * Returns the columns of a link's row that contain its index entry, to be written with the row: on PostgreSQL a
 * later update would write the entire row and all its index entries again. Returns none on SQLite, where the index
 * is a separate table.
 */
export function textColumns(queries: Queries): readonly (readonly [string, 'tsvector'])[] {
  return isPostgres(queries) ? [['terms', 'tsvector']] : []
}

/** Indexes newly inserted links whose rows already contain `textColumns`. */
export async function indexInserted(
  tx: Tx,
  seqs: readonly number[],
  entries: readonly TextEntry[],
): Promise<void> {
  if (seqs.length === 0 || isPostgres(tx)) return
  const rows = entries.map((entry, at) => [assertDefined(seqs[at], 'seq'), ...entry])
  await sql`insert into links_text (rowid, ${entryColumns})
    ${newRows(tx, ['int', 'text', 'text', 'text', 'text', 'text'], rows)}`.execute(tx)
}

/**
 * Returns the part of the index that is in the rows of new links: on PostgreSQL all of it, written once with
 * the row.
 */
export function newLinkTerms(
  queries: Queries,
  links: readonly TextTerms[],
): { columns: string[]; types: ColumnType[]; cells: string[][] } {
  return isPostgres(queries)
    ? { columns: ['terms'], types: ['tsvector'], cells: links.map(link => [...toIndexEntry(queries, link)]) }
    : { columns: [], types: [], cells: links.map(() => []) }
}

/**
 * Adds the rest of the index to the batch that inserted these links: on SQLite the index is a separate table.
 */
export function indexNewLinks(batch: Batch, links: readonly (TextTerms & { id: string })[]): void {
  if (isPostgres(batch.tx)) return
  const rows = links.map(link => [link.id, ...toIndexEntry(batch.tx, link)])
  batch.add(sql`insert into links_text (rowid, ${entryColumns})
    with r(id, owner, title, address, descr, tags) as (
      ${bulkRows(batch.tx, ['text', 'text', 'text', 'text', 'text', 'text'], rows)})
    select (select seq from links where id = r.id), owner, title, address, descr, tags from r`)
}

/** Removes links from the index, before their rows are deleted. */
export async function unindexLinks(tx: Tx, seqs: readonly number[]): Promise<void> {
  if (seqs.length > 0 && !isPostgres(tx))
    await sql`delete from links_text where ${inList(tx, 'rowid', seqs)}`.execute(tx)
}

/** Removes existing links from the index until they are added again. Until then, no search finds them. */
export async function hideLinks(tx: Tx, seqs: readonly number[]): Promise<void> {
  await unindexLinks(tx, seqs)
  if (seqs.length > 0 && isPostgres(tx))
    await sql`update links set terms = null where ${inList(tx, 'seq', seqs)}`.execute(tx)
}

/**
 * Returns a subquery of the matching links: `seq`, and `score` (higher is better), on PostgreSQL. SQLite ranks by one query
 * of its index for each tier.
 * @param usesGenericPlan plans the statement once instead of once per text, because planning takes longer than finding a
 * few links; not for statements whose best plan depends on the number of matches
 */
export function selectMatches(query: TextQuery, { usesGenericPlan = false } = {}): RawBuilder<unknown> {
  const wanted = toTsQuery(query, usesGenericPlan, linkPrefixes(query))
  return sql`select seq, ${rankExpression(query, sql`terms`)} as score from links where terms @@ ${wanted}`
}

/**
 * Returns the query for an index of PostgreSQL.
 * @param isHidden true for one plan for all texts: the planner does not know the result of a subquery
 * @param prefixes what the terms of the owners begin with
 */
export function toTsQuery(
  query: TextQuery,
  isHidden: boolean,
  prefixes: readonly string[],
): RawBuilder<unknown> {
  const text = sql`${tsQuery(query, prefixes)}::tsquery`
  return isHidden ? sql`(select ${text})` : text
}

/**
 * Returns the rank of a matching link on PostgreSQL: that of the best tier that it matches. It uses the words only: the
 * owner, the category and the unwanted words were checked by the match.
 * @param terms the link's column of this name
 */
export function rankExpression(query: TextQuery, terms: RawBuilder<unknown>): RawBuilder<number> {
  const tiers = toTiers(query)
  const prefixes = linkPrefixes(query)
  const last = assertDefined(tiers.at(-1), 'tier')
  const better = tiers
    .slice(0, -1)
    .map(
      ({ rank, plan }) => sql`when ${terms} @@ ${wordsQuery(plan, prefixes)}::tsquery then ${sql.lit(rank)}`,
    )
  if (better.length === 0) return sql<number>`${sql.lit(last.rank)}`
  return sql<number>`case ${sql.join(better, sql` `)} else ${sql.lit(last.rank)} end`
}

/**
 * Returns the matching links without the score, for counting.
 * @param usesGenericPlan as of `selectMatches`
 */
export function selectMatchingSeqs(
  queries: Queries,
  query: TextQuery,
  { usesGenericPlan = false } = {},
): RawBuilder<unknown> {
  return isPostgres(queries)
    ? sql`select seq from links where terms @@ ${toTsQuery(query, usesGenericPlan, linkPrefixes(query))}`
    : sql`select rowid as seq from links_text where links_text match ${ftsQuery(query, linkPrefixes(query))}`
}

/**
 * Returns whether `byPrefix` finds few links of others on SQLite: those of an owner whose id begins alike. The category is a
 * term of all libraries.
 */
export const isWithinPrefix = ({ all, category }: TextQuery): boolean =>
  category === undefined && all.length > 0 && all.every(({ term }) => term.terms.every(isPrefixed))

/** Returns at most `count` of the matching links: the newest on SQLite, any on PostgreSQL, which would read all to sort them. */
export function selectSomeSeqs(queries: Queries, query: TextQuery, count: number): RawBuilder<unknown> {
  const order = isPostgres(queries) ? sql`` : sql`order by rowid desc`
  return sql`select seq from (${selectMatchingSeqs(queries, query)} ${order} limit ${sql.lit(count)}) s`
}

/**
 * Returns a condition that is true for a matching link `x`, evaluated on the row instead of the index.
 * @returns null on SQLite, whose index is a separate table
 */
export function matchesText(queries: Queries, query: TextQuery): RawBuilder<boolean> | null {
  return isPostgres(queries) ? sql<boolean>`x.terms @@ ${tsQuery(query, linkPrefixes(query))}::tsquery` : null
}

/** Returns true when results are ranked in tiers of the index, because a score would read every match. */
export const ranksInTiers = (queries: Queries): boolean => !isPostgres(queries)

/** Returns true when a sorted page reads the rows of all matches, so that it can count them too. */
export const readsAllMatches = (queries: Queries): boolean => isPostgres(queries)

/** Returns true when the other indexes of links cover the columns of a search: a scan is then faster for many matches. */
export const hasCoveringIndexes = (queries: Queries): boolean => isPostgres(queries)

/** Returns true when a prefix of one letter needs `prefixes`: the index has prefixes of two letters and more. */
export const needsLongerPrefix = (queries: Queries): boolean => !isPostgres(queries)
