import { indexTerms } from './searchTerms.ts'

/** Pieces remembered before all are forgotten. */
const piecesKept = 20_000
/** In UTF-16 code units. A longer piece is no copy in V8 but keeps the whole text alive that it was cut from. */
const longestKept = 12

/**
 * Cuts many texts one after the other: most words come again and again, and are looked up instead of cut anew.
 * Gives what `indexTerms` gives, since nothing that folds a character looks across a space.
 */
export class TermCache {
  #known = new Map<string, string>()
  #fresh: string[] = []

  /** The text as it goes into the index, as by `indexTerms`. */
  indexTerms(text: string): string {
    let terms = ''
    for (let start = 0; start < text.length;) {
      const space = text.indexOf(' ', start)
      const end = space < 0 ? text.length : space
      const found = end > start ? this.#piece(text.slice(start, end)) : ''
      if (found !== '') terms += terms === '' ? found : ` ${found}`
      start = end + 1
    }
    return terms
  }

  /** All terms since the last time that were cut, not looked up: whatever was never seen before is among them. */
  takeFresh(): string {
    const fresh = this.#fresh.join(' ')
    this.#fresh = []
    return fresh
  }

  #piece(piece: string): string {
    const known = this.#known.get(piece)
    if (known !== undefined) return known
    const terms = indexTerms(piece)
    this.#fresh.push(terms)
    if (piece.length > longestKept) return terms
    if (this.#known.size >= piecesKept) this.#known.clear()
    this.#known.set(piece, terms)
    return terms
  }
}
