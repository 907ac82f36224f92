import { type SearchType, searchTypeCodes } from '@nestmark/contract/searchTypes'
import { categories } from '@nestmark/core/limits'
import { hasFilters, isEmptySearch, parseSearch, type SearchQuery } from '@nestmark/core/searchQuery/query'
import { foldText, type QueryTerm, runsOf } from '@nestmark/core/searchTerms'
import { sql } from 'kysely'
import type { Queries } from '../../db/db.ts'
import { inList } from '../../db/dialect.ts'
import { allFields, type TextField, type TextQuery } from '../../db/fullText.ts'
import type { Actor } from '../../access/actor.ts'
import { fieldsSearched } from './filterText.ts'
import { filtersOf, type LinkFilters, noFilters } from './filters.ts'
import { tagsMeant } from './names.ts'
import { surroundings } from './found.ts'

/** Which links are looked for. Both parts must be met. */
export interface LinkSearch {
  /** What the full-text index is asked, or null to go by the filters alone. */
  text: TextQuery | null
  filters: LinkFilters
  /** Words were typed, so that one match is better than another. */
  ranked: boolean
  /** The person has nothing in the trash: then every match of the index counts, and no row need be looked at. */
  allLive: boolean
}

const fieldsOf: Partial<Record<SearchType, readonly TextField[]>> = {
  linkTitle: ['title'],
  linkUrl: ['address'],
  tag: ['tags'],
}

const typeNames = Object.fromEntries(
  Object.entries(searchTypeCodes).map(([name, code]) => [code, name as SearchType]),
)

/** A type by its code or name. */
export function searchType(type: SearchType | number): SearchType {
  return typeof type === 'number' ? typeNames[type]! : type
}

/** Makes of a typed text what is asked for links; null when it asks for none. */
export async function planSearch(
  db: Queries,
  { personId: ownerId, plan }: Pick<Actor, 'personId' | 'plan'>,
  type: SearchType,
  input: string,
  category?: number,
): Promise<LinkSearch | null> {
  if (type === 'category') {
    const code = categoryNamed(input)
    if (!code) return null
    const { allLive } = await surroundings(db, ownerId, [])
    const text = { ownerId, fields: allFields, all: [], category: code }
    return { text, filters: noFilters, ranked: false, allLive }
  }
  if (type === 'tag') {
    const [exact, { allLive }] = await Promise.all([
      tagsMeant(db, ownerId, input.trim().replace(/^#+(?=.)/, ''), true),
      surroundings(db, ownerId, []),
    ])
    if (exact.length > 0) return byTag(db, exact, category, allLive)
  }
  const query = parseSearch(input)
  const fields = type === 'link' ? fieldsSearched(plan) : fieldsOf[type]
  return fields && !isEmptySearch(query) ? planLinks(db, ownerId, query, fields, category) : null
}

/**
 * The folded text that a collection's name must hold, or null when no collection is asked for. Collections are found by
 * words alone: what else narrows a search is about links.
 */
export function foldersAsked(type: SearchType, input: string): string | null {
  if (type === 'tag' || type === 'linkUrl' || type === 'category') return null
  const query = parseSearch(input)
  return query.terms.length === 0 || narrows(query) ? null : foldText(query.text)
}

function categoryNamed(input: string): number | undefined {
  const name = input.trim().toLowerCase()
  return categories.find(
    each => each.tag === name || each.label.toLowerCase() === name || `${each.code}` === name,
  )?.code
}

/** The links of a tag itself, not of those whose names hold its words too. */
function byTag(
  db: Queries,
  seqs: readonly number[],
  category: number | undefined,
  allLive: boolean,
): LinkSearch {
  const tagged = sql<boolean>`x.seq in (select link_seq from link_tags where ${inList(db, 'tag_seq', seqs)})`
  const conditions = [tagged, ...(category ? [sql<boolean>`x.category = ${category}`] : [])]
  return { text: null, filters: { conditions, own: true }, ranked: false, allLive }
}

const narrows = (query: SearchQuery) => hasFilters(query) || query.without.length > 0

async function planLinks(
  db: Queries,
  ownerId: string,
  query: SearchQuery,
  fields: readonly TextField[],
  category: number | undefined,
): Promise<LinkSearch> {
  // One category alone is a term of the index and needs no look at the links themselves.
  const [only, more] = query.categories
  const indexed = category ?? (only && !only.negative && !more ? only.code : undefined)
  const rest = indexed === only?.code && !more && !only?.negative ? { ...query, categories: [] } : query
  const [{ allLive, words }, filters] = await Promise.all([
    surroundings(db, ownerId, query.terms.map(partOf)),
    filtersOf(db, ownerId, rest),
  ])
  const all = query.terms.map((term, at) => ({ term, words: words[at]! }))
  const wanted = [...all, ...hostTerms(query)]
  const byText = wanted.length > 0 || query.without.length > 0 || indexed !== undefined
  return {
    text: byText ? { ownerId, fields, all: wanted, none: query.without, category: indexed } : null,
    filters,
    ranked: query.terms.length > 0,
    allLive,
  }
}

/** The words of a wanted host, as the index has them: it leads to few links, and the filter looks at those closely. */
function hostTerms(query: SearchQuery): TextQuery['all'] {
  return query.sites
    .filter(site => !site.negative && !site.value.includes('xn--'))
    .map(site => runsOf(site.value).map(run => run.text))
    .filter(terms => terms.length > 0)
    .map(terms => ({ term: { terms, prefix: false }, words: [], fields: ['address'] }))
}

/** The part of longer words that a term is looked for as. Two letters are too little for a Latin part. */
function partOf({ prefix, terms }: QueryTerm): string | null {
  const part = terms[0]!
  return prefix && part.length >= (part.charCodeAt(0) > 127 ? 2 : 3) ? part : null
}
