import { type SearchType, searchTypeCodes } from '@nestmark/contract/search/searchTypes'
import { assertDefined } from '@nestmark/core/assertDefined'
import { categories } from '@nestmark/core/limits'
import { hasFilters, isEmptySearch, parseSearch, type SearchQuery } from '@nestmark/core/searchQuery/query'
import { allFields, hostTerms, substringTerm, type TextField } from '@nestmark/core/searchQuery/textPlan'
import { foldText, type QueryTerm } from '@nestmark/core/words/searchTerms'
import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../db/db.ts'
import { inList } from '../../db/dialect.ts'
import { selectMatchingSeqs } from '../../db/searchText/fullText.ts'
import type { TextQuery } from '../../db/searchText/textQuery.ts'
import { canSearchDescriptions } from '../../access/planQuotas.ts'
import type { Actor } from '../../access/actor.ts'
import { listSearchedFields } from './filterText.ts'
import {
  resolveFilters,
  type FiltersWithin,
  type LinkFilters,
  noFilters,
  hasNoneOfKeys,
  hasSigns,
  withConditions,
} from './filters.ts'
import { findTagsByInput, type SearchScope } from './names.ts'
import { type Around, type SearchContextQuery, readSearchContext } from './searchContext.ts'
import { toWantedTerms, withPrefixes } from './wantedTerms.ts'

/** The query for one part of the searchable links. Both text and filters must match. */
export interface LinkSearch {
  within: SearchScope
  /** The query of the full-text index, or null to use the filters alone. */
  text: TextQuery | null
  filters: LinkFilters
  /**
   * Conditions on the link's columns that are equivalent to the entire search, when the text adds nothing to them;
   * else null.
   */
  byColumns: RawBuilder<boolean>[] | null
  /** True when words were typed, so that results have a rank. */
  ranked: boolean
  /** True when the text is searched in the pages of links instead of the links. */
  inPages?: boolean
  /** The links that only the text of their page matches: they follow the others. */
  beside?: LinkSearch
  /** True when no link of this part is in the trash: every match of the index counts, and no row needs to be read. */
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

/** Returns a search type by its code or name. */
export function searchType(type: SearchType | number): SearchType {
  return typeof type === 'number' ? assertDefined(typeNames[type], 'type') : type
}

/** A search as it was typed. */
export interface AskedSearch {
  type: SearchType
  input: string
  /** The zone of the days in it. */
  timeZone?: string | undefined
  category?: number | undefined
  /** Leaves out links that are encrypted with these keys. */
  openKeys?: readonly string[] | undefined
}

/**
 * Converts typed text to queries for links: the caller's own, and when others share with the caller, those too. Empty
 * when nothing can match.
 */
export async function planSearch(
  db: Queries,
  { personId, plan }: Pick<Actor, 'personId' | 'plan'>,
  asked: AskedSearch,
  readContext: SearchContextQuery = parts => readSearchContext(db, personId, parts),
): Promise<LinkSearch[]> {
  const { type, input, category } = asked
  if (type === 'category') {
    const code = categoryNamed(input)
    if (!code) return []
    const context = await readContext([])
    const text = { fields: allFields, all: [], category: code }
    const filters = { own: noFilters, shared: noFilters }
    // The caller's own links only: the search agrees with the counts of the dashboard that open it.
    return inEach(personId, { ...context, sharers: [] }, { text, filters, wordless: true, ranked: false })
  }
  if (type === 'tag') {
    const [exact, context] = await Promise.all([
      findTagsByInput(db, personId, input.trim().replace(/^#+(?=.)/, ''), true),
      readContext([]),
    ])
    if (exact.own.length + exact.shared.length > 0) return byTag(db, personId, context, exact, category)
  }
  const query = parseSearch(input, asked.timeZone)
  const isEveryField = type === 'link' || type === 'everything'
  const fields = isEveryField ? listSearchedFields(plan) : searchedFields[type]
  if (!fields || isEmptySearch(query)) return []
  // Pages are searched as descriptions are, where the plan includes it.
  const searchesPages = isEveryField && canSearchDescriptions(plan)
  if (query.content) return searchesPages ? planContent(db, personId, query, readContext, asked) : []
  const searches = await planLinks(db, personId, query, fields, readContext, asked)
  return searchesPages && query.content === null ? withPages(db, query, searches) : searches
}

/** Returns the same query for each existing part. */
function inEach(
  personId: string,
  { allLive, sharers }: Around,
  asked: {
    text: Omit<TextQuery, 'ownerIds'> | null
    filters: FiltersWithin
    /** True when the text has no words besides those covered by the filters. */
    wordless: boolean
    ranked: boolean
  },
): LinkSearch[] {
  const { ranked } = asked
  const category = asked.text?.category
  const part = (within: SearchScope, text: TextQuery | null): LinkSearch => {
    const filters = asked.filters[within]
    const byColumns = asked.wordless ? [...filters.conditions, ...inCategory(category)] : null
    return { within, text, filters, byColumns, ranked, allLive: allLive && within === 'own' }
  }
  const { text } = asked
  const own = part('own', text && { ...text, ownerIds: [personId] })
  if (sharers.length === 0) return [own]
  return [own, part('shared', text && { ...text, all: withPrefixes(text.all), ownerIds: sharers })]
}

/**
 * Returns the folded text that a collection's name must contain, or null when collections are not searched.
 * Collections match by words only: all filters are about links.
 */
export function toCollectionQuery(type: SearchType, input: string): string | null {
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

/** Returns the query for a tag's own links, excluding links whose names contain its words. */
function byTag(
  db: Queries,
  personId: string,
  context: Around,
  exact: Record<SearchScope, number[]>,
  category: number | undefined,
): LinkSearch[] {
  const tagged = (seqs: readonly number[]) => ({
    conditions: [
      sql<boolean>`x.seq in (select link_seq from link_tags where ${inList(db, 'tag_seq', seqs)})`,
      ...inCategory(category),
    ],
    own: true,
  })
  const filters = { own: tagged(exact.own), shared: tagged(exact.shared) }
  return inEach(personId, context, { text: null, filters, wordless: true, ranked: false })
}

const narrows = (query: SearchQuery) =>
  hasFilters(query) || query.without.length > 0 || query.signs.some(sign => sign.negative)

async function planLinks(
  db: Queries,
  personId: string,
  query: SearchQuery,
  fields: readonly TextField[],
  readContext: SearchContextQuery,
  { category, openKeys }: AskedSearch,
): Promise<LinkSearch[]> {
  // A single category is a term of the index, and needs no read of the links themselves.
  const [only, more] = query.categories
  const indexed = category ?? (only && !only.negative && !more ? only.code : undefined)
  const rest = indexed === only?.code && !more && !only?.negative ? { ...query, categories: [] } : query
  const [context, named] = await Promise.all([
    readContext(query.terms.map(substringTerm)),
    resolveFilters(db, personId, rest),
  ])
  const beside = [...hasNoneOfKeys(db, openKeys), ...hasSigns(db, fields, query.signs)]
  const all = toWantedTerms(db, query.terms, context)
  const wanted = [...all, ...hostTerms(query)]
  const byText = wanted.length > 0 || query.without.length > 0 || indexed !== undefined
  return inEach(personId, context, {
    text: byText ? { fields, all: wanted, none: query.without, category: indexed } : null,
    filters: withConditions(named, beside),
    wordless: query.terms.length === 0 && query.without.length === 0,
    ranked: query.terms.length > 0,
  })
}

/** Returns the search in the text of pages alone, for `in:content`. */
async function planContent(
  db: Queries,
  personId: string,
  query: SearchQuery,
  readContext: SearchContextQuery,
  { category, openKeys }: AskedSearch,
): Promise<LinkSearch[]> {
  const [context, named] = await Promise.all([readContext([]), resolveFilters(db, personId, query)])
  const hasWords = query.terms.length > 0
  const more = [...hasNoneOfKeys(db, openKeys), ...inCategory(category), ...(hasWords ? [] : [hasPageText])]
  const searches = inEach(personId, context, {
    text: hasWords ? pageText(query) : null,
    filters: withConditions(named, more),
    wordless: false,
    ranked: false,
  })
  return searches.map(each => ({ ...each, inPages: hasWords }))
}

/** Adds to each part the links that only their page matches. */
function withPages(db: Queries, query: SearchQuery, searches: readonly LinkSearch[]): LinkSearch[] {
  if (query.terms.length === 0) return [...searches]
  return searches.map(search => {
    const { text, filters } = search
    if (!text) return search
    const { ownerIds, fields, category } = text
    // What the links themselves match was found before, or was excluded by its words.
    const unwanted = [
      text,
      ...(text.none ?? []).map(term => ({ ownerIds, fields, all: [{ term, words: [] }] })),
    ].map(each => sql<boolean>`x.seq not in (${selectMatchingSeqs(db, each, { usesGenericPlan: true })})`)
    const conditions = [...filters.conditions, ...inCategory(category), ...unwanted]
    const beside: LinkSearch = {
      ...search,
      text: { ...pageText(query), ownerIds },
      filters: { ...filters, conditions },
      byColumns: null,
      ranked: false,
      inPages: true,
    }
    return { ...search, beside }
  })
}

const inCategory = (category: number | undefined) =>
  category ? [sql<boolean>`x.category = ${category}`] : []
const hasPageText = sql<boolean>`x.seq in (select link_seq from page_texts)`

/** Shorter prefixes are in nearly every page. */
const shortestPrefix = 3

function pageText({ terms, without }: SearchQuery): Omit<TextQuery, 'ownerIds'> {
  const toPageTerm = (term: QueryTerm) => ({
    ...term,
    prefix: term.prefix && (term.terms[0] ?? '').length >= shortestPrefix,
  })
  return { fields: [], all: terms.map(term => ({ term: toPageTerm(term), words: [] })), none: without }
}
