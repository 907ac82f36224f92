import { hostKeyLength } from '@nestmark/core/words/sortKeys'
import type { SearchQuery } from '@nestmark/core/searchQuery/query'
import type { TextField } from '@nestmark/core/searchQuery/textPlan'
import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../db/db.ts'
import { textBeforeSlash, inList, positionInText } from '../../db/dialect.ts'
import { withDescendants } from '../collections/subtreeQuery.ts'
import { collectionsNamed, type NamedCollections, findTagsByInput, type SearchScope } from './names.ts'

/**
 * The filters of a search, as conditions on a link `x`. Each uses a list or a subquery, so that the database can
 * start with the most selective one.
 */
export interface LinkFilters {
  conditions: RawBuilder<boolean>[]
  /**
   * The conditions already limit the result to this owner's links, so that the owner need not be compared per link.
   */
  own: boolean
}

export const noFilters: LinkFilters = { conditions: [], own: false }

/** The filters for each part of the searchable links. */
export type FiltersWithin = Record<SearchScope, LinkFilters>

/** Looks up the names in a search, and returns conditions for everything besides its words. */
export async function resolveFilters(
  db: Queries,
  personId: string,
  query: SearchQuery,
): Promise<FiltersWithin> {
  const find = <Meant>(names: SearchQuery['tags'], look: (value: string) => Promise<Meant>) =>
    Promise.all(names.map(async ({ value, negative }) => ({ meant: await look(value), negative })))
  const [tags, collections] = await Promise.all([
    find(query.tags, value => findTagsByInput(db, personId, value)),
    find(query.collections, value => collectionsNamed(db, personId, value)),
  ])
  const within = (part: SearchScope) => [
    ...tags.map(({ meant, negative }) => taggedWith(db, meant[part], negative)),
    ...collections.map(({ meant, negative }) => isIn(db, meant[part], negative)),
    ...conditionsBeside(db, personId, query, part),
  ]
  // Tags and collections are looked up in the owner's library.
  const own = [...query.tags, ...query.collections].some(each => !each.negative)
  return { own: { conditions: within('own'), own }, shared: { conditions: within('shared'), own } }
}

/** Returns the conditions that involve neither tags nor collections. */
function conditionsBeside(
  db: Queries,
  personId: string,
  query: SearchQuery,
  part: SearchScope,
): RawBuilder<boolean>[] {
  const ownerId = part === 'own' ? personId : null
  return [
    ...query.sites.map(({ value, negative }) => onSite(db, ownerId, value, negative)),
    ...query.imports.map(({ value, negative }) => isOfImport(personId, value, negative)),
    ...ofCategories(db, query.categories),
    ...(query.favourite === null ? [] : [isFavourite(personId, query.favourite)]),
    ...(query.before === null ? [] : [sql<boolean>`x.created_at < ${query.before}`]),
    ...(query.after === null ? [] : [sql<boolean>`x.created_at >= ${query.after}`]),
  ]
}

/** Adds conditions to the filters of both parts. */
export function withConditions(filters: FiltersWithin, more: readonly RawBuilder<boolean>[]): FiltersWithin {
  const within = ({ conditions, own }: LinkFilters) => ({ conditions: [...conditions, ...more], own })
  return { own: within(filters.own), shared: within(filters.shared) }
}

/** Returns the conditions for words that links `x` must contain literally in one of these fields, or must not contain. */
export function hasSigns(
  db: Queries,
  fields: readonly TextField[],
  signs: SearchQuery['signs'],
): RawBuilder<boolean>[] {
  return signs.map(({ value, negative }) => {
    const isIn = (text: RawBuilder<unknown>) => sql`${positionInText(db, sql`lower(${text})`, value)} > 0`
    const inField = (field: TextField) =>
      field === 'tags'
        ? sql`exists (select 1 from link_tags g join tags t on t.seq = g.tag_seq
            where g.link_seq = x.seq and t.deleted_at is null and ${isIn(sql.ref('t.name'))})`
        : isIn(sql.ref(`x.${field}`))
    // The texts of an encrypted link are envelopes.
    return sql<boolean>`${no(negative)} (x.key_id is null and (${sql.join(fields.map(inField), sql` or `)}))`
  })
}

/** Returns the condition for links that are not encrypted with these keys; none without keys. */
export const hasNoneOfKeys = (db: Queries, keyIds: readonly string[] = []): RawBuilder<boolean>[] =>
  keyIds.length === 0 ? [] : [sql<boolean>`(x.key_id is null or not ${inList(db, 'x.key_id', keyIds)})`]

const no = (negative: boolean) => (negative ? sql`not` : sql``)
/** The condition for a name without a match. */
const nothing = (negative: boolean) => (negative ? sql<boolean>`true` : sql<boolean>`false`)

function taggedWith(db: Queries, seqs: number[], negative: boolean): RawBuilder<boolean> {
  if (seqs.length === 0) return nothing(negative)
  return sql<boolean>`x.seq ${no(negative)} in (select link_seq from link_tags where ${inList(db, 'tag_seq', seqs)})`
}

function isIn(db: Queries, { tops, alone }: NamedCollections, negative: boolean): RawBuilder<boolean> {
  const parts = [
    ...(alone.length > 0 ? [inList(db, 'x.collection_id', alone)] : []),
    ...(tops.length > 0
      ? [sql<boolean>`x.collection_id in (${withDescendants(db, tops, true)} select id from down)`]
      : []),
  ]
  if (parts.length === 0) return nothing(negative)
  return sql<boolean>`${no(negative)} (${sql.join(parts, sql` or `)})`
}

/**
 * Returns the condition for the host itself and its sub-domains, with or without a port.
 * @param ownerId the owner of the links, or null for several owners
 */
function onSite(db: Queries, ownerId: string | null, host: string, negative: boolean): RawBuilder<boolean> {
  const ending = `%.${host.replace(/[\\%_]/g, '\\$&')}`
  const byColumn = sql`'.' || x.host_key like ${ending} escape '\\'`
  const isLong = (of: string) => sql`length(${sql.ref(`${of}.host_key`)}) >= ${sql.lit(hostKeyLength)}`
  // The column contains the host without its port, and only a prefix of a very long one. One owner's long hosts are
  // looked up in a subquery, so that an index covers all other columns.
  const byHost = ownerId
    ? sql`(${byColumn} or x.seq in (select z.seq from links z where z.owner_id = ${ownerId} and ${isLong('z')} and ${byAddress(db, 'z', ending)}))`
    : sql`(${byColumn} or (${isLong('x')} and ${byAddress(db, 'x', ending)}))`
  return sql<boolean>`${no(negative)} ${host.includes(':') ? byAddress(db, 'x', ending) : byHost}`
}

/** Returns the condition for a link whose host ends with this text, with or without a port. */
function byAddress(db: Queries, of: string, ending: string): RawBuilder<boolean> {
  const key = sql`replace(replace(${sql.ref(`${of}.compare_key`)}, '?', '/'), '#', '/')`
  const written = textBeforeSlash(db, key)
  return sql<boolean>`('.' || ${written} || ':' like ${`${ending}:%`} escape '\\')`
}

/**
 * Returns the condition for the links that an import of the person created, by its undo record, which names them for 30 days.
 * Links that were saved before have rows with a colon.
 */
function isOfImport(personId: string, job: string, negative: boolean): RawBuilder<boolean> {
  return sql<boolean>`x.seq ${no(negative)} in (select d.link_seq from undo_links d
    join undo_records u on u.id = d.undo_id
    where d.undo_id = ${job} and u.person_id = ${personId} and u.kind = 'importBookmarks' and d.old_state not like '%:%')`
}

/** Matches any of the requested categories, and none of the excluded ones. */
function ofCategories(db: Queries, wanted: SearchQuery['categories']): RawBuilder<boolean>[] {
  const codes = (negative: boolean) =>
    wanted.filter(each => each.negative === negative).map(each => each.code)
  const [yes, not] = [codes(false), codes(true)]
  return [
    ...(yes.length > 0 ? [inList(db, 'x.category', yes)] : []),
    ...(not.length > 0 ? [sql<boolean>`not ${inList(db, 'x.category', not)}`] : []),
  ]
}

function isFavourite(personId: string, wanted: boolean): RawBuilder<boolean> {
  return sql<boolean>`x.seq ${no(!wanted)} in (select z.seq from favourite_links f join links z on z.id = f.link_id where f.person_id = ${personId})`
}
