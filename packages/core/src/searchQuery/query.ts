import { categories } from '../limits.ts'
import {
  foldText,
  listSignWords,
  parseQueryTerms,
  type QueryTerm,
  splitSearchedRuns,
  toSearchableWord,
} from '../words/searchTerms.ts'
import { cutSearchText } from './cutSearchText.ts'
import { startOfPeriod, utc } from './dates.ts'
import { type Token, tokenize } from './tokens.ts'

/** A name or host that links must have, or must not have. */
export interface NamedFilter {
  value: string
  negative: boolean
}

/** A parsed search. */
export interface SearchQuery {
  /** The words and phrases as typed, for highlighting and for collection names. */
  text: string
  /** All of these must match. */
  terms: QueryTerm[]
  /** None of these may match. */
  without: QueryTerm[]
  /** Words of `listSignWords` that links must contain literally, or must not contain. */
  signs: NamedFilter[]
  tags: NamedFilter[]
  /** Collections by name, including their descendants. */
  collections: NamedFilter[]
  /** Hosts without www, including their subdomains. */
  sites: NamedFilter[]
  /** Imports by their jobs: the links that each created. */
  imports: NamedFilter[]
  /** Categories 1 to 5; at least one must match. */
  categories: { code: number; negative: boolean }[]
  favourite: boolean | null
  /** True for links whose page has the words, false not to search in pages. */
  content: boolean | null
  /** Saved before this time, in milliseconds since 1970. */
  before: number | null
  /** Saved at or after this time, in milliseconds since 1970. */
  after: number | null
}

/** The operators of the search box, in the order of the suggestions. */
export const searchOperators = ['tag', 'in', 'site', 'type', 'is', 'before', 'after'] as const
export type SearchOperator = (typeof searchOperators)[number]

/** The id of a job. Other words after `import:` are no filter. */
const jobId = /^[\w-]{22}$/

/** Additional words for the categories. */
const categoryWords: Record<string, number> = {
  picture: 1,
  photo: 1,
  film: 2,
  page: 3,
  article: 3,
  text: 4,
  quote: 4,
  sound: 5,
  music: 5,
  podcast: 5,
}

/** Maximum number of filters. More would make a search slower and not better. */
const maxFilters = 12

/**
 * Parses `tag:`, `in:`, `in:content`, `site:`, `type:`, `is:favourite`, `before:`, `after:`, `import:`, "phrases" and -minus in a search text.
 * An unknown operator, or one with an invalid value, is searched as words; one without a value is ignored.
 * @param timeZone the zone of the days, one of `isTimeZone`
 */
export const parseSearch = (input: string, timeZone: string = utc): SearchQuery =>
  parse(input, maxFilters, timeZone)

/** Parses words, "phrases" and -minus in the text of a list's filter. Operators are searched as words. */
export const parseFilter = (input: string): SearchQuery => parse(input, 0, utc)

function parse(input: string, maxOperators: number, timeZone: string): SearchQuery {
  const query: SearchQuery = {
    text: '',
    terms: [],
    without: [],
    signs: [],
    tags: [],
    collections: [],
    sites: [],
    imports: [],
    categories: [],
    favourite: null,
    content: null,
    before: null,
    after: null,
  }
  const words: string[] = []
  let filters = 0
  for (const token of tokenize(cutSearchText(input))) {
    if (token.operator && filters < maxOperators && readOperator(query, token, timeZone)) {
      filters++
      continue
    }
    if (isUnfinished(token)) continue
    const text = token.operator ? `${token.operator}:${token.value}` : token.value
    if (!token.negative) words.push(text)
    addWords(query, token, text)
  }
  query.text = words.join(' ')
  query.terms = query.terms.slice(0, 12)
  query.without = query.without.slice(0, 12)
  query.signs = query.signs.slice(0, 12)
  return query
}

/** Adds a word or a phrase to what links must contain, or must not contain. */
function addWords(query: SearchQuery, { negative, quoted }: Token, text: string): void {
  const word = toSearchableWord(text)
  // Escapes were decoded: the address of a link does not contain the word literally.
  const signs = text.includes(word) ? listSignWords(word) : []
  const terms = quoted || negative ? exactTerms(word) : parseQueryTerms(word)
  if (!negative) {
    query.signs.push(...signs.map(value => ({ value, negative })))
    // Signs at its end complete a word.
    const whole = new Set(signs.map(sign => sign.replace(/[#+]+$/, '')))
    query.terms.push(
      ...terms.map(term => (whole.has(term.terms[0] ?? '') ? { ...term, prefix: false } : term)),
    )
  } else if (signs.length === 1 && terms.length === 1 && terms[0]?.terms.length === 1)
    query.signs.push({ value: signs[0] ?? '', negative })
  else query.without.push(...terms)
}

/** Returns whether the search has filters besides words. */
export function hasFilters(query: SearchQuery): boolean {
  return (
    [query.tags, query.collections, query.sites, query.imports, query.categories].some(
      each => each.length > 0,
    ) ||
    query.favourite !== null ||
    query.content === true ||
    query.before !== null ||
    query.after !== null
  )
}

/** Returns whether the search is empty: no words, or only operators without a value. */
export function isEmptySearch(query: SearchQuery): boolean {
  const words = query.terms.length + query.without.length + query.signs.length
  return words === 0 && !hasFilters(query)
}

/** Returns whether an operator such as `tag:` has no value yet. */
function isUnfinished({ operator, value }: Token): boolean {
  const bare = /^([a-z]+):$/i.exec(value)?.[1]?.toLowerCase()
  return value === '' || (operator === '' && (searchOperators as readonly string[]).includes(bare ?? ''))
}

/** Adds an operator to the query; returns false when it is invalid and is to be searched as words. */
function readOperator(
  query: SearchQuery,
  { operator, value, negative, quoted }: Token,
  timeZone: string,
): boolean {
  if (value === '') return (searchOperators as readonly string[]).includes(operator)
  // The report of an import leads to its search; nobody types an id, so it is not suggested.
  switch (operator as SearchOperator | 'import') {
    case 'tag':
      query.tags.push({ value: value.replace(/^#+(?=.)/, ''), negative })
      return true
    case 'in':
      // A collection of this name needs quotes.
      if (value.toLowerCase() === 'content' && !quoted) query.content = !negative
      else query.collections.push({ value, negative })
      return true
    case 'site': {
      const host = parseHostFilter(value)
      if (host) query.sites.push({ value: host, negative })
      return true
    }
    case 'import':
      if (!jobId.test(value)) return false
      query.imports.push({ value, negative })
      return true
    case 'type': {
      const code = parseCategory(value)
      if (code) query.categories.push({ code, negative })
      return code !== undefined
    }
    case 'is':
      if (!/^fav(ou?rites?)?$/i.test(value)) return false
      query.favourite = !negative
      return true
    case 'before':
    case 'after': {
      const start = startOfPeriod(value, timeZone)
      if (start === null) return false
      // 'not before' means 'after', and vice versa.
      query[(operator === 'before') !== negative ? 'before' : 'after'] = start
      return true
    }
    default:
      return false
  }
}

function parseCategory(value: string): number | undefined {
  const word = foldText(value)
  const singular = word.replace(/s$/, '')
  const found = categories.find(
    each => `${each.code}` === word || each.tag === word || each.label.toLowerCase() === singular,
  )
  return found?.code ?? categoryWords[singular]
}

/** Returns the host of a host name or a pasted address, in its ASCII form; '' when it is invalid. */
function parseHostFilter(value: string): string {
  const bare = value.toLowerCase().replace(/^[a-z]+:\/\//, '')
  const host = bare.replace(/[/?#].*$/, '').replace(/^www\./, '')
  return host && URL.canParse(`http://${host}`) ? new URL(`http://${host}`).host : host
}

/**
 * Returns words that must match completely and adjacently. Runs of unspaced scripts are indexed separately from
 * adjacent words.
 */
function exactTerms(text: string): QueryTerm[] {
  const runs = splitSearchedRuns(text)
  if (runs.length === 0) return []
  if (runs.some(run => run.unspaced)) return parseQueryTerms(text).map(term => ({ ...term, prefix: false }))
  return [{ terms: runs.map(run => run.text), prefix: false }]
}
