import { wordsPerPart } from '../searchQuery/textPlan.ts'
import { filterPartWords } from '../words/searchTerms.ts'

/** The links that have a term: their numbers in ascending order, and for each the fields as bits. */
export interface Postings {
  links: number[]
  fields: number[]
}

const maxKnownParts = 200

/** The terms of an index, with the links that have them. */
export class Vocabulary {
  #postings = new Map<string, Postings>()
  /** Cached lookups of parts of words. While a user types, all words but the last one are unchanged. */
  #containing = new Map<string, string[]>()
  /** All terms in order; null until it is needed after a term was added. */
  #sorted: readonly string[] | null = null
  /** All terms as lines: searching one text is native code, searching each term is not. */
  #lines: string | null = null

  /** Adds a term of a link. The links are added one after the other. */
  add(term: string, link: number, field: number): void {
    const postings = this.#postings.get(term)
    if (!postings) {
      this.#postings.set(term, { links: [link], fields: [field] })
      this.#containing.clear()
      this.#sorted = null
      this.#lines = null
    } else if (postings.links.at(-1) === link) {
      const last = postings.fields.length - 1
      postings.fields[last] = (postings.fields[last] ?? 0) | field
    } else {
      postings.links.push(link)
      postings.fields.push(field)
    }
  }

  /** Makes what searches need, so that the first one does not wait for it. */
  prepare(): void {
    this.#sort()
    this.#join()
  }

  find(term: string): Postings | undefined {
    return this.#postings.get(term)
  }

  /** Returns the postings of all terms that begin with a text. */
  findBeginning(prefix: string): Postings[] {
    const sorted = this.#sort()
    let [low, high] = [0, sorted.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sorted[middle] ?? '') < prefix) low = middle + 1
      else high = middle
    }
    const found: Postings[] = []
    for (let at = low; at < sorted.length; at++) {
      const term = sorted[at] ?? ''
      if (!term.startsWith(prefix)) break
      const postings = this.#postings.get(term)
      if (postings) found.push(postings)
    }
    return found
  }

  /** Returns the words that contain a text after their beginning, at most `wordsPerPart`, the shortest first. */
  listContaining(part: string): string[] {
    const before = this.#containing.get(part)
    if (before) return before
    const words = filterPartWords(this.#listTermsWith(part).join(' '))
      .sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
      .slice(0, wordsPerPart)
    if (this.#containing.size >= maxKnownParts) this.#containing.clear()
    this.#containing.set(part, words)
    return words
  }

  /** Lists the terms that contain a text after their beginning. */
  #listTermsWith(part: string): string[] {
    const lines = this.#join()
    const found: string[] = []
    let at = lines.indexOf(part)
    while (at >= 0) {
      const start = lines.lastIndexOf('\n', at) + 1
      const end = lines.indexOf('\n', at)
      if (at > start) found.push(lines.slice(start, end))
      at = lines.indexOf(part, at > start ? end : at + 1)
    }
    return found
  }

  #sort = (): readonly string[] => (this.#sorted ??= [...this.#postings.keys()].sort())
  #join = (): string => (this.#lines ??= `\n${[...this.#postings.keys()].join('\n')}\n`)
}
