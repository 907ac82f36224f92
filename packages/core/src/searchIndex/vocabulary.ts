import { wordsPerPart } from '../searchQuery/textPlan.ts'
import { filterPartWords } from '../searchTerms.ts'

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

  /** Adds a term of a link. The links are added one after the other. */
  add(term: string, link: number, field: number): void {
    const postings = this.#postings.get(term)
    if (!postings) {
      this.#postings.set(term, { links: [link], fields: [field] })
      this.#containing.clear()
    } else if (postings.links.at(-1) === link) {
      const last = postings.fields.length - 1
      postings.fields[last] = (postings.fields[last] ?? 0) | field
    } else {
      postings.links.push(link)
      postings.fields.push(field)
    }
  }

  find(term: string): Postings | undefined {
    return this.#postings.get(term)
  }

  /** Returns the postings of all terms that begin with a text. */
  findBeginning(prefix: string): Postings[] {
    const found: Postings[] = []
    for (const [term, postings] of this.#postings) if (term.startsWith(prefix)) found.push(postings)
    return found
  }

  /** Returns the words that contain a text after their beginning, at most `wordsPerPart`, the shortest first. */
  listContaining(part: string): string[] {
    const before = this.#containing.get(part)
    if (before) return before
    const found: string[] = []
    for (const term of this.#postings.keys()) if (term.indexOf(part) > 0) found.push(term)
    const words = filterPartWords(found.join(' '))
      .sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
      .slice(0, wordsPerPart)
    if (this.#containing.size >= maxKnownParts) this.#containing.clear()
    this.#containing.set(part, words)
    return words
  }
}
