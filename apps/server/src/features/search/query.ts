import { type SearchType, searchTypeCodes } from '@nestmark/contract/search'
import { categories } from '@nestmark/core/limits'
import { hasFilters, isEmptySearch, parseSearch, type SearchQuery } from '@nestmark/core/searchQuery/query'
import { foldText, runsOf } from '@nestmark/core/searchTerms'
import { sql } from 'kysely'
import type { Queries } from '../../db/db.ts'
import { inList, placeOf } from '../../db/dialect.ts'
import { allFields, type TextField, type TextQuery } from '../../db/fullText.ts'
import { filtersOf, type LinkFilters, noFilters } from './filters.ts'
import { tagsNamed } from './names.ts'

/** Which links are looked for. Both parts must be met. */
export interface LinkSearch {
  /** What the full-text index is asked, or null to go by the filters alone. */
  text: TextQuery | null
  filters: LinkFilters
  /** Words were typed, so that one match is better than another. */
  ranked: boolean
}

/** What is looked for: links, collections or both. */
export interface SearchPlan {
  links: LinkSearch | null
  /** The folded text that a collection's name must hold. */
  folders: string | null
}

const fieldsOf: Partial<Record<SearchType, readonly TextField[]>> = {
  linkTitle: ['title'],
  linkUrl: ['address'],
  tag: ['tags'],
  link: allFields,
}

const typeNames = Object.fromEntries(
  Object.entries(searchTypeCodes).map(([name, code]) => [code, name as SearchType]),
)

/** A type by its code or name. */
export function searchType(type: SearchType | number): SearchType {
  return typeof type === 'number' ? typeNames[type]! : type
}

/** How many words of the library stand in for a part of a word. The commonest forms are among the shortest. */
const wordsPerPart = 60

/** Makes of a typed text what the database is asked. */
export async function planSearch(
  db: Queries,
  ownerId: string,
  type: SearchType,
  input: string,
  category?: number,
): Promise<SearchPlan> {
  if (type === 'category') {
    const code = categoryNamed(input)
    const text = code ? { ownerId, fields: allFields, all: [], category: code } : null
    return { links: text && { text, filters: noFilters, ranked: false }, folders: null }
  }
  if (type === 'tag') {
    const exact = await tagsNamed(db, ownerId, input.trim().replace(/^#+(?=.)/, ''), true)
    if (exact.length > 0) return { links: byTag(db, exact, category), folders: null }
  }
  const query = parseSearch(input)
  const fields = fieldsOf[type]
  const links = fields && !isEmptySearch(query) ? await planLinks(db, ownerId, query, fields, category) : null
  return { links, folders: foldersOf(type, query) }
}

function categoryNamed(input: string): number | undefined {
  const name = input.trim().toLowerCase()
  return categories.find(
    each => each.tag === name || each.label.toLowerCase() === name || `${each.code}` === name,
  )?.code
}

/** The links of a tag itself, not of those whose names hold its words too. */
function byTag(db: Queries, seqs: readonly number[], category: number | undefined): LinkSearch {
  const tagged = sql<boolean>`x.seq in (select link_seq from link_tags where ${inList(db, 'tag_seq', seqs)})`
  const conditions = [tagged, ...(category ? [sql<boolean>`x.category = ${category}`] : [])]
  return { text: null, filters: { conditions, own: true }, ranked: false }
}

/** Collections are found by words alone: what else narrows a search is about links. */
function foldersOf(type: SearchType, query: SearchQuery): string | null {
  if (type === 'tag' || type === 'linkUrl' || query.terms.length === 0 || narrows(query)) return null
  return foldText(query.text)
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
  const [all, filters] = await Promise.all([
    Promise.all(
      query.terms.map(async term => ({
        term,
        words: term.prefix ? await wordsHolding(db, ownerId, term.terms[0]!) : [],
      })),
    ),
    filtersOf(db, ownerId, rest),
  ])
  const wanted = [...all, ...hostTerms(query)]
  const byText = wanted.length > 0 || query.without.length > 0 || indexed !== undefined
  return {
    text: byText ? { ownerId, fields, all: wanted, none: query.without, category: indexed } : null,
    filters,
    ranked: query.terms.length > 0,
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

/** Words of the library that hold the part somewhere behind their beginning. Two letters are too little for a Latin part. */
async function wordsHolding(db: Queries, ownerId: string, part: string): Promise<string[]> {
  if (part.length < (part.charCodeAt(0) > 127 ? 2 : 3)) return []
  const { rows } = await sql<{ word: string }>`
    select word from words where owner_id = ${ownerId} and ${placeOf(db, sql.ref('word'), part)} > 1
    order by length(word), word limit ${wordsPerPart}`.execute(db)
  return rows.map(row => row.word)
}
