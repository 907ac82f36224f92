import { compareKey } from '../words/compareKey.ts'
import { toFieldTerms } from '../words/linkTerms.ts'
import { isEmptySearch, type SearchQuery } from '../searchQuery/query.ts'
import {
  allFields,
  hostTerms,
  substringTerm,
  type TextField,
  type TextPlan,
  type WantedTerm,
} from '../searchQuery/textPlan.ts'
import { toTiers } from '../searchQuery/tiers.ts'
import type { QueryTerm } from '../words/searchTerms.ts'
import { compareSortKeys, createSortKeys } from '../words/sortKeys.ts'
import { TermCache } from '../words/termCache.ts'
import { type NamesOfSearch, toCondition } from './filters.ts'
import type { IndexedLink, LinkFacts } from './indexedLink.ts'
import { emptyHits, type LinkHits } from './linkHits.ts'
import { Vocabulary } from './vocabulary.ts'

/** A search for links. */
export interface LinkQuery {
  query: SearchQuery
  /** The fields in which words are searched. */
  fields: readonly TextField[]
  names: NamesOfSearch
  category?: number | undefined
  /** Newest (1) or oldest (2) first; when absent, the best first, and equal ones the newest first. */
  order?: 1 | 2 | undefined
  /** With `order`: sorts by title or host in place of the date, descending (1) or ascending (2). */
  sort?: 'title' | 'host' | undefined
}

interface Entry extends IndexedLink {
  /** With a space before and after each term. */
  terms: Record<TextField, string>
  /** Made by the first search that sorts by them. */
  sortKeys?: ReturnType<typeof createSortKeys>
}

const bitOf: Record<TextField, number> = { title: 1, address: 2, descr: 4, tags: 8 }
const toBits = (fields: readonly TextField[]) => fields.reduce((bits, field) => bits | bitOf[field], 0)

/** Each takes a byte for each link. */
const maxKnownTerms = 64

/** The fields of each link, as bits, in which a term is. */
interface FoundFields {
  links: Uint8Array
  /** Those of all links together. */
  any: number
}

/** A term that must match in fields, those of `bits`. */
interface Wanted {
  links: Uint8Array
  bits: number
}

/** Gives a rank to the links that match all terms and have none. @returns how many these are */
function fillRanks(ranks: Uint8Array, wanted: readonly Wanted[], rank: number): number {
  let filled = 0
  const [first, ...more] = wanted
  if (!first) return 0
  const { links, bits } = first
  for (let at = 0; at < ranks.length; at++) {
    if (ranks[at] !== 0 || ((links[at] ?? 0) & bits) === 0) continue
    let isMatch = true
    for (let term = 0; isMatch && term < more.length; term++) {
      const other = more[term] ?? first
      isMatch = ((other.links[at] ?? 0) & other.bits) !== 0
    }
    if (!isMatch) continue
    ranks[at] = rank
    filled++
  }
  return filled
}

/**
 * An index of links in memory. It finds and ranks links like the full-text index of the server (`db/searchText/fullText.ts`,
 * `features/searchQuery`), whose rules it shares; `searchIndex.slow.test.ts` of the server compares both.
 */
export class LinkIndex {
  /** null for a link that was removed or replaced. The order is that of ties: later ones are newer. */
  #entries: (Entry | null)[] = []
  #numbers = new Map<string, number>()
  /** True while the entries are in the order of their dates. */
  #isByDate = true
  #vocabulary = new Vocabulary()
  #cache = new TermCache()
  /** The fields that contain terms of earlier searches, until a link is added. Most searches change one word. */
  #known = new Map<string, FoundFields>()

  get size(): number {
    return this.#numbers.size
  }

  /** Adds links, or replaces them. */
  put(links: Iterable<IndexedLink>): void {
    for (const link of links) {
      this.#forget(link.id)
      const terms = toFieldTerms(link, text => this.#cache.toIndexTerms(text))
      for (const field of allFields) terms[field] = ` ${terms[field]} `
      this.#add({ ...link, terms })
    }
    // The cache would retain them.
    this.#cache.takeFresh()
  }

  /**
   * Replaces the other fields of a link and returns it with the same texts; undefined for a link that the index
   * does not have.
   */
  change(facts: LinkFacts): IndexedLink | undefined {
    const entry = this.#entries[this.#numbers.get(facts.id) ?? -1]
    return entry ? { ...facts, title: entry.title, address: entry.address, descr: entry.descr } : undefined
  }

  /** Removes all other links, and sorts these links in this order. */
  keep(ids: readonly string[]): void {
    const retained = ids.flatMap(id => this.#entries[this.#numbers.get(id) ?? -1] ?? [])
    const isSame =
      retained.length === this.#entries.length && retained.every((each, at) => each === this.#entries[at])
    if (isSame) return this.#vocabulary.prepare()
    this.#entries = []
    this.#known.clear()
    this.#numbers = new Map()
    this.#isByDate = true
    this.#vocabulary = new Vocabulary()
    for (const entry of retained) this.#add(entry)
    this.#vocabulary.prepare()
  }

  search({ query, fields, names, category, order, sort }: LinkQuery): LinkHits {
    const found = emptyHits()
    // The index has no pages of links.
    if (isEmptySearch(query) || query.content === true) return found
    const matches = toCondition(query, fields, names, () => this.#live())
    const ranks = this.#rank(query, fields)
    const { counts } = found
    const hits: number[] = []
    for (let at = 0; at < this.#entries.length; at++) {
      const entry = this.#entries[at]
      if (!entry || ranks[at] === 0 || !matches(entry)) continue
      counts[entry.category - 1] = (counts[entry.category - 1] ?? 0) + 1
      if (category === undefined || entry.category === category) hits.push(at)
    }
    if (order !== undefined && sort !== undefined) return { ...this.#sortByText(hits, sort, order), counts }
    const isRanked = query.terms.length > 0 && order === undefined
    const sorted = this.#sort(hits, isRanked ? ranks : null, order === 2)
    return { ...this.#toHits(sorted, isRanked ? ranks : null), counts }
  }

  #toHits(sorted: readonly number[], ranks: Uint8Array | null): Omit<LinkHits, 'counts'> {
    const { length } = sorted
    const ids: string[] = []
    const found = { ranks: new Uint8Array(length), dates: new Float64Array(length) }
    // `from` of typed arrays with a function takes half the time of a search.
    for (let place = 0; place < length; place++) {
      const at = sorted[place] ?? 0
      const entry = this.#entries[at]
      ids.push(entry?.id ?? '')
      found.dates[place] = entry?.createdAt ?? 0
      if (ranks) found.ranks[place] = ranks[at] ?? 0
    }
    return { ids, ...found, keys: [] }
  }

  /** Sorts links by rank, then by date, then by their order in the index. */
  #sort(hits: number[], ranks: Uint8Array | null, isOldestFirst: boolean): number[] {
    const dateOf = (at: number) => this.#entries[at]?.createdAt ?? 0
    if (!this.#isByDate) hits.sort((a, b) => dateOf(a) - dateOf(b) || a - b)
    if (isOldestFirst) return hits
    hits.reverse()
    if (ranks === null) return hits
    const byRank: number[][] = []
    for (const at of hits) (byRank[ranks[at] ?? 0] ??= []).push(at)
    let sorted: number[] = []
    for (let rank = byRank.length - 1; rank >= 0; rank--) sorted = sorted.concat(byRank[rank] ?? [])
    return sorted
  }

  /** Sorts links by title or host, then by their order in the index. */
  #sortByText(hits: number[], sort: 'title' | 'host', order: 1 | 2): Omit<LinkHits, 'counts'> {
    const found = hits.map(at => ({ at, key: this.#findSortKey(at, sort) }))
    found.sort((a, b) => compareSortKeys(a.key, b.key) || a.at - b.at)
    if (order === 1) found.reverse()
    const sorted = found.map(({ at }) => at)
    return { ...this.#toHits(sorted, null), keys: found.map(({ key }) => key) }
  }

  #findSortKey(at: number, sort: 'title' | 'host'): string {
    const entry = this.#entries[at]
    if (!entry) return ''
    entry.sortKeys ??= createSortKeys(entry.title, entry.address === '' ? '' : compareKey(entry.address))
    return sort === 'title' ? entry.sortKeys.title_key : entry.sortKeys.host_key
  }

  *#live(): Generator<Entry> {
    for (const entry of this.#entries) if (entry) yield entry
  }

  #add(entry: Entry): void {
    const before = this.#entries.at(-1)
    if (before === null || (before && before.createdAt > entry.createdAt)) this.#isByDate = false
    const number = this.#entries.push(entry) - 1
    this.#known.clear()
    this.#numbers.set(entry.id, number)
    for (const field of allFields)
      for (const term of entry.terms[field].split(' '))
        if (term !== '') this.#vocabulary.add(term, number, bitOf[field])
  }

  #forget(id: string): void {
    const number = this.#numbers.get(id)
    if (number === undefined) return
    this.#entries[number] = null
    this.#numbers.delete(id)
  }

  /** Returns the rank of each link by its words: 0 for those that do not match, 1 where no words are searched. */
  #rank(query: SearchQuery, fields: readonly TextField[]): Uint8Array {
    const ranks = new Uint8Array(this.#entries.length)
    const all = query.terms.map(term => ({ term, words: this.#listWords(term) }))
    const plan: TextPlan = { fields, all: [...all, ...hostTerms(query)], none: query.without }
    let left = ranks.length
    let before: Wanted[] = []
    for (const { rank, plan: tier } of plan.all.length > 0 ? toTiers(plan) : []) {
      const wanted = tier.all.map(each => this.#toWanted(each, each.fields ?? tier.fields))
      // Most tiers match nothing, or what better ones have matched: a look at each link would cost the most of a search.
      const isNew = wanted.some(
        (each, at) => each.links !== before[at]?.links || each.bits !== before[at]?.bits,
      )
      before = wanted
      if (left > 0 && isNew && wanted.every(({ bits }) => bits !== 0)) left -= fillRanks(ranks, wanted, rank)
    }
    if (plan.all.length === 0) ranks.fill(1)
    for (const term of query.without) {
      const { links, any } = this.#findFields({ term, words: [] })
      const bits = toBits(fields)
      if ((any & bits) === 0) continue
      for (let at = 0; at < ranks.length; at++) if (((links[at] ?? 0) & bits) !== 0) ranks[at] = 0
    }
    return ranks
  }

  #toWanted(term: WantedTerm, fields: readonly TextField[]): Wanted {
    const { links, any } = this.#findFields(term)
    return { links, bits: toBits(fields) & any }
  }

  #listWords(term: QueryTerm): string[] {
    const part = substringTerm(term)
    return part === null ? [] : this.#vocabulary.listContaining(part)
  }

  /** Returns the fields in which a term or one of its words is. */
  #findFields({ term, words }: WantedTerm): FoundFields {
    const key = JSON.stringify([term.terms, term.prefix, words.length > 0])
    const before = this.#known.get(key)
    if (before) return before
    const found: FoundFields = { links: new Uint8Array(this.#entries.length), any: 0 }
    if (this.#known.size >= maxKnownTerms) this.#known.clear()
    this.#known.set(key, found)
    const [first = '', ...more] = term.terms
    if (more.length > 0) this.#findPhrase(term.terms, found)
    else {
      const own = term.prefix ? this.#vocabulary.findBeginning(first) : [this.#vocabulary.find(first)]
      for (const postings of [...own, ...words.map(word => this.#vocabulary.find(word))]) {
        if (!postings) continue
        const { links, fields } = postings
        for (let at = 0; at < links.length; at++) {
          const link = links[at] ?? 0
          const bits = fields[at] ?? 0
          found.links[link] = (found.links[link] ?? 0) | bits
          found.any |= bits
        }
      }
    }
    return found
  }

  /** Finds terms that follow each other in a field. */
  #findPhrase(terms: readonly string[], found: FoundFields): void {
    const phrase = ` ${terms.join(' ')} `
    const { links = [], fields = [] } = this.#vocabulary.find(terms[0] ?? '') ?? {}
    for (let at = 0; at < links.length; at++) {
      const link = links[at] ?? 0
      const entry = this.#entries[link]
      for (const field of allFields)
        if (entry && ((fields[at] ?? 0) & bitOf[field]) !== 0 && entry.terms[field].includes(phrase)) {
          found.links[link] = (found.links[link] ?? 0) | bitOf[field]
          found.any |= bitOf[field]
        }
    }
  }
}
