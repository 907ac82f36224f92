import { contextLength } from './anchor.ts'
import { countSameLetters, readEdges } from './context.ts'
import type { WantedQuote } from './wantedQuote.ts'

export interface Place {
  start: number
  end: number
}

/** So many letters of the context make sure of a short quote: the words next to it on one side, or half of them on both. */
const certainLetters = 16
/** The position that the quote had counts as so many letters of its context. Alone it may be a coincidence. */
const positionLetters = 8
/** A quote that occurs more often is searched no further. */
const maxPlaces = 50_000

/** Chooses among the places of a quote by context, and by distance from its position where the context is alike. */
export class BestPlace {
  readonly #text: string
  readonly #wanted: WantedQuote
  #best: (Place & { letters: number; distance: number }) | null = null
  #considered = 0
  /** The number of places that are certain. */
  #places = 0

  constructor(text: string, wanted: WantedQuote) {
    this.#text = text
    this.#wanted = wanted
  }

  /** Further places are not taken into account. */
  get isFull(): boolean {
    return this.#considered >= maxPlaces
  }

  /** Takes a place of the quote into account, unless it is uncertain or a part of other words or numbers. */
  consider(start: number, end: number): void {
    if (this.isFull) return
    this.#considered++
    const { letters: context, isDistinctive } = this.#wanted
    const isAtPosition = start === this.#wanted.start && end === this.#wanted.end
    const letters = countSameLetters(this.#text, start, end, context) + (isAtPosition ? positionLetters : 0)
    // In a text that is hardly longer than the quote there are fewer letters.
    const isCertain = isDistinctive || letters >= Math.min(certainLetters, countAll(context))
    if (!isCertain || !hasEdges(this.#text, start, end, this.#wanted)) return
    this.#places++
    const distance = Math.abs(start - (this.#wanted.start || 0))
    const best = this.#best
    if (!best || letters > best.letters || (letters === best.letters && distance < best.distance))
      this.#best = { start, end, letters, distance }
  }

  /** Returns the best place; null without one, or where nothing shows which of several short ones it is. */
  choose(): Place | null {
    if (!this.#best) return null
    const { isDistinctive, letters } = this.#wanted
    if (!isDistinctive && countAll(letters) === 0 && this.#places > 1) return null
    return { start: this.#best.start, end: this.#best.end }
  }
}

const countAll = ({ before, after }: WantedQuote['letters']) => before.length + after.length

/** Returns whether the words at the edges of a range are complete, or cut, as those of the quote. */
function hasEdges(text: string, start: number, end: number, { edges }: WantedQuote): boolean {
  const { before, after } = readEdges(
    text.slice(start, end),
    text.slice(Math.max(start - contextLength, 0), start),
    text.slice(end, end + contextLength),
  )
  return before === edges.before && after === edges.after
}
