import { type SearchType, searchTypeCodes } from '@nestmark/contract/searchTypes'
import { categories } from '@nestmark/core/limits'
import { hasFilters, isEmptySearch, parseSearch, type SearchQuery } from '@nestmark/core/searchQuery/query'
import { foldText, type QueryTerm, splitRuns } from '@nestmark/core/searchTerms'
import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../db/db.ts'
import { inList, isPostgres } from '../../db/dialect.ts'
import { allFields, type TextField, type TextQuery } from '../../db/fullText.ts'
import type { Actor } from '../../access/actor.ts'
import { fieldsSearched } from './filterText.ts'
import { resolveFilters, type FiltersWithin, type LinkFilters, noFilters } from './filters.ts'
import { tagsMeant, type Within } from './names.ts'
import { type Around, type SearchContextQuery, readSearchContext } from './searchContext.ts'

/** Which links are looked for in one part of what a person may look through. Text and filters must both be met. */
export interface LinkSearch {
  within: Within
  /** What the full-text index is asked, or null to go by the filters alone. */
  text: TextQuery | null
  filters: LinkFilters
  /** All of it said by the link's own columns, where the text only leads to what these say as well; else null. */
  byColumns: RawBuilder<boolean>[] | null
  /** Words were typed, so that one match is better than another. */
  ranked: boolean
  /** Nothing of it is in the trash: then every match of the index counts, and no row need be looked at. */
  allLive: boolean
}

const searchedFields: Partial<Record<SearchType, readonly TextField[]>> = {
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

/**
 * Makes of a typed text what is asked for links: of the caller's own, and where others share something with them, of that
 * too. Whoever has nothing shared with them is asked about their own alone. Empty when nothing can be found.
 */
export async function planSearch(
  db: Queries,
  { personId, plan }: Pick<Actor, 'personId' | 'plan'>,
  type: SearchType,
  input: string,
  category?: number,
  lookAround: SearchContextQuery = parts => readSearchContext(db, personId, parts),
): Promise<LinkSearch[]> {
  if (type === 'category') {
    const code = categoryNamed(input)
    if (!code) return []
    const around = await lookAround([])
    const text = { fields: allFields, all: [], category: code }
    const filters = { own: noFilters, shared: noFilters }
    return inEach(personId, around, { text, filters, wordless: true, ranked: false })
  }
  if (type === 'tag') {
    const [exact, around] = await Promise.all([
      tagsMeant(db, personId, input.trim().replace(/^#+(?=.)/, ''), true),
      lookAround([]),
    ])
    if (exact.own.length + exact.shared.length > 0) return byTag(db, personId, around, exact, category)
  }
  const query = parseSearch(input)
  const fields = type === 'link' ? fieldsSearched(plan) : searchedFields[type]
  return fields && !isEmptySearch(query) ? planLinks(db, personId, query, fields, lookAround, category) : []
}

/** The same question to each part that there is. */
function inEach(
  personId: string,
  { allLive, sharers }: Around,
  asked: {
    text: Omit<TextQuery, 'ownerIds'> | null
    filters: FiltersWithin
    /** The text holds no words but those that the filters say anyway. */
    wordless: boolean
    ranked: boolean
  },
): LinkSearch[] {
  const textOf = (ownerIds: readonly string[]) => asked.text && { ...asked.text, ownerIds }
  const { ranked } = asked
  const category = asked.text?.category
  const part = (within: Within, text: TextQuery | null): LinkSearch => {
    const filters = asked.filters[within]
    const byColumns = asked.wordless
      ? [...filters.conditions, ...(category ? [sql<boolean>`x.category = ${category}`] : [])]
      : null
    return { within, text, filters, byColumns, ranked, allLive: allLive && within === 'own' }
  }
  const own = part('own', textOf([personId]))
  return sharers.length === 0 ? [own] : [own, part('shared', textOf(sharers))]
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
  personId: string,
  around: Around,
  exact: Record<Within, number[]>,
  category: number | undefined,
): LinkSearch[] {
  const tagged = (seqs: readonly number[]) => ({
    conditions: [
      sql<boolean>`x.seq in (select link_seq from link_tags where ${inList(db, 'tag_seq', seqs)})`,
      ...(category ? [sql<boolean>`x.category = ${category}`] : []),
    ],
    own: true,
  })
  const filters = { own: tagged(exact.own), shared: tagged(exact.shared) }
  return inEach(personId, around, { text: null, filters, wordless: true, ranked: false })
}

const narrows = (query: SearchQuery) => hasFilters(query) || query.without.length > 0

async function planLinks(
  db: Queries,
  personId: string,
  query: SearchQuery,
  fields: readonly TextField[],
  lookAround: SearchContextQuery,
  category: number | undefined,
): Promise<LinkSearch[]> {
  // One category alone is a term of the index and needs no look at the links themselves.
  const [only, more] = query.categories
  const indexed = category ?? (only && !only.negative && !more ? only.code : undefined)
  const rest = indexed === only?.code && !more && !only?.negative ? { ...query, categories: [] } : query
  const [around, filters] = await Promise.all([
    lookAround(query.terms.map(substringTerm)),
    resolveFilters(db, personId, rest),
  ])
  const all = query.terms.map((term, at) => ({
    term,
    words: around.words[at]!,
    begins: isPostgres(db) ? [] : twoLetterPrefixes(term),
  }))
  const wanted = [...all, ...hostTerms(query)]
  const byText = wanted.length > 0 || query.without.length > 0 || indexed !== undefined
  return inEach(personId, around, {
    text: byText ? { fields, all: wanted, none: query.without, category: indexed } : null,
    filters,
    wordless: query.terms.length === 0 && query.without.length === 0,
    ranked: query.terms.length > 0,
  })
}

/**
 * The words of a wanted host, as the index has them: they lead to few links, and the filter looks at those closely. Each by
 * itself and wherever it stands: PostgreSQL's index knows no places and would have every row looked at twice.
 */
function hostTerms(query: SearchQuery): TextQuery['all'] {
  return query.sites
    .filter(site => !site.negative && !site.value.includes('xn--'))
    .flatMap(site => splitRuns(site.value))
    .map(({ text }) => ({ term: { terms: [text], prefix: false }, words: [], fields: allFields }))
}

const signs = [...'abcdefghijklmnopqrstuvwxyz0123456789']

/**
 * Beginnings of two letters in place of one: SQLite has no index of single letters, and would put all words that begin so
 * together first. Letters outside of ASCII begin few words.
 */
function twoLetterPrefixes({ prefix, terms: [letter] }: QueryTerm): string[] {
  return prefix && letter!.length === 1 && signs.includes(letter!) ? signs.map(sign => letter! + sign) : []
}

/** The part of longer words that a term is looked for as. Two letters are too little for a Latin part. */
function substringTerm({ prefix, terms }: QueryTerm): string | null {
  const part = terms[0]!
  return prefix && part.length >= (part.charCodeAt(0) > 127 ? 2 : 3) ? part : null
}
