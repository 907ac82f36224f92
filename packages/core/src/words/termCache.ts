import { toIndexTerms } from './searchTerms.ts'

/** Maximum number of cached words. When it is reached, the cache is cleared. */
const maxCachedWords = 20_000
/** In UTF-16 code units. In V8, a longer slice is not a copy and retains the entire source text in memory. */
const maxCachedWordLength = 12

/**
 * Computes the index terms of many texts. Most words repeat, and their terms are taken from the cache.
 * The result equals that of `toIndexTerms`, because folding never depends on characters beyond a space.
 */
export class TermCache {
  #known = new Map<string, string>()
  #fresh: string[] = []

  /** Returns the index form of a text, as `toIndexTerms` does. */
  toIndexTerms(text: string): string {
    let terms = ''
    for (let start = 0; start < text.length;) {
      const space = text.indexOf(' ', start)
      const end = space < 0 ? text.length : space
      const found = end > start ? this.#termsOf(text.slice(start, end)) : ''
      if (found !== '') terms += terms === '' ? found : ` ${found}`
      start = end + 1
    }
    return terms
  }

  /** Returns all terms computed since the last call without the cache; they include every term that was not seen before. */
  takeFresh(): string {
    const fresh = this.#fresh.join(' ')
    this.#fresh = []
    return fresh
  }

  #termsOf(word: string): string {
    const known = this.#known.get(word)
    if (known !== undefined) return known
    const terms = toIndexTerms(word)
    this.#fresh.push(terms)
    if (word.length > maxCachedWordLength) return terms
    if (this.#known.size >= maxCachedWords) this.#known.clear()
    this.#known.set(word, terms)
    return terms
  }
}
