/**
 * Words as anchors compare them. What is not a word may change between two words: punctuation, spaces, and references
 * such as [3]. Signs are words, because 5 % is not 5, and a number is one word with its sign and its separators. In
 * scripts without spaces every character is a word, so that nothing depends on a dictionary.
 */

/** Scripts that are written without spaces between words. */
const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}々〆ー`
/** Letters, digits and marks of the other scripts. */
export const letter = String.raw`[[\p{L}\p{N}\p{M}]--[${unspaced}]]`
const sign = String.raw`[[\p{S}%‰‱&@§#′″]--[\p{Sk}]]`
const dash = String.raw`\-‐‑–−`

/** A reference, a number, a word, a character of an unspaced script, or a sign: at most 64 characters each. */
const wordPattern = new RegExp(
  [
    String.raw`(?<reference>\[\d{1,3}\](?!${letter}))`,
    String.raw`(?<number>(?<!${letter})[${dash}.,]?\p{N}(?:${letter}|\p{Cf}|[.,:\/'’${dash}](?=\p{N})){0,63})`,
    String.raw`${letter}(?:${letter}|\p{Cf}){0,63}`,
    String.raw`[${unspaced}]\p{Cf}?`,
    String.raw`${sign}\p{M}{0,15}`,
  ].join('|'),
  'gv',
)

/** A word with its range in the text, folded for comparison. */
export interface Word {
  word: string
  start: number
  end: number
}

/** Reads the words of a text one after the other. */
export class WordReader {
  readonly #text: string
  #at = 0
  /** The references so far, by the number of words before them. */
  readonly references: { after: number; text: string; isFree: boolean }[] = []
  #count = 0

  constructor(text: string) {
    this.#text = text
  }

  /** Returns the next word, or null at the end of the text. */
  next(): Word | null {
    for (;;) {
      wordPattern.lastIndex = this.#at
      const match = wordPattern.exec(this.#text)
      if (!match) return null
      const [word] = match
      this.#at = match.index + word.length
      if (match.groups?.reference === undefined) {
        this.#count++
        return { word: fold(word, match.groups?.number !== undefined), start: match.index, end: this.#at }
      }
      this.#addReference(word, match.index)
    }
  }

  #addReference(text: string, at: number): void {
    const before = this.#text.charAt(at - 1)
    const last = this.references.at(-1)
    const isFree =
      /[.,;:!?)"”’»…。、]/.test(before) || (before === ']' && last?.after === this.#count && last.isFree)
    this.references.push({ after: this.#count, text, isFree })
  }
}

/** Returns the folded words of a text. */
export function listWords(text: string): string[] {
  const reader = new WordReader(text)
  const words: string[] = []
  for (let next = reader.next(); next; next = reader.next()) words.push(next.word)
  return words
}

/** Removes what is invisible in a word, and makes the dashes and apostrophes of a number alike. */
function fold(word: string, isNumber: boolean): string {
  // oxlint-disable-next-line no-control-regex
  if (/^[\x00-\x7f]*$/.test(word)) return word
  const visible = word.replace(/\p{Cf}/gu, '')
  return isNumber ? visible.replace(/[‐‑–−]/g, '-').replaceAll('’', "'") : visible
}

/** The references of a text whose number matters, by the number of words before them. */
export type References = ReadonlyMap<number, string>

/**
 * Returns the references whose number matters. The numbers of those after punctuation change whenever the page gets one
 * more; elsewhere, as in `row[3]`, another number is another meaning.
 */
export function listReferences(text: string): References {
  const found = new Map<number, string>()
  if (!text.includes('[')) return found
  const reader = new WordReader(text)
  while (reader.next());
  for (const { after, text: reference, isFree } of reader.references)
    if (!isFree) found.set(after, (found.get(after) ?? '') + reference)
  return found
}

/** Returns whether two texts have other references at the same place. Each may have some that the other lacks. */
export function haveOtherReferences(wanted: References, text: string): boolean {
  if (wanted.size === 0) return false
  const others = listReferences(text)
  return [...wanted].some(([after, reference]) => (others.get(after) ?? reference) !== reference)
}
