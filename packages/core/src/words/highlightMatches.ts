import {
  foldText,
  hasEmoji,
  isEmojiJoiner,
  listSignWords,
  parseQueryTerms,
  type QueryTerm,
  toEmojiTerm,
} from './searchTerms.ts'

/**
 * Splits a text at its matches: parts at odd indexes are matches. Folding can change lengths ('ß' becomes 'ss'), so the
 * original is traversed character by character in parallel with its folded form.
 * @param input the search text
 */
export function highlightMatches(text: string, input: string): string[] {
  const needles = toNeedles(input)
  if (needles.length === 0 || text === '' || hasNoMatch(text, needles)) return [text]
  const { folded, from } = foldWithPositions(text)
  const marked = new Uint8Array(text.length)
  for (const needle of needles)
    for (let at = folded.indexOf(needle); at >= 0; at = folded.indexOf(needle, at + needle.length))
      marked.fill(1, from[at], from[at + needle.length] ?? text.length)
  return splitParts(text, marked)
}

/** The last search, which many texts are compared with one after the other. */
let last: { input: string; needles: readonly string[] } = { input: '', needles: [] }

function toNeedles(input: string): readonly string[] {
  if (last.input !== input) last = { input, needles: listNeedles(input) }
  return last.needles
}

function listNeedles(input: string): string[] {
  const signs = listSignWords(input)
  const bare = new Set(signs.map(sign => sign.replace(/[.#+]/g, '')))
  const words = parseQueryTerms(input).map(joinTerms)
  return [...signs, ...words.filter(word => word !== '' && !bare.has(word))]
}

/**
 * Returns true for a text that certainly has no match. Most parts of a page have none. A text is folded in one pass in
 * a tenth of the time that its characters take, with the same result for letters that need no marks.
 */
function hasNoMatch(text: string, needles: readonly string[]): boolean {
  if (!needles.every(needle => asciiOnly.test(needle)) || hasEmoji(text) || joiners.test(text)) return false
  const folded = foldText(text)
  return !needles.some(needle => folded.includes(needle))
}

/** Joins the overlapping pairs of an unspaced run. */
function joinTerms({ terms }: QueryTerm): string {
  return terms.map((term, at) => (at === 0 ? term : [...term].slice(1).join(''))).join('')
}

// oxlint-disable-next-line no-control-regex
const asciiOnly = /^[\x00-\x7f]*$/

const joiners = /[\ufe0e\ufe0f\u200d]/

const foldCharacter = (character: string) =>
  isEmojiJoiner(character) ? '' : (toEmojiTerm(character) ?? foldText(character))

/**
 * Folds a text. `from` has the index in the text of each character of the folded text, and then its length; more numbers
 * may follow.
 */
export function foldWithPositions(text: string): { folded: string; from: ArrayLike<number> } {
  let folded = ''
  const from: number[] = []
  let index = 0
  // Most texts are mostly of these: a check for each character of a page would take longer than its search.
  if (asciiOnly.test(text)) return { folded: text.toLowerCase(), from: countUp(text.length) }
  for (const character of text) {
    const own = character < '\x80' ? character.toLowerCase() : foldCharacter(character)
    for (let at = 0; at < own.length; at++) from.push(index)
    folded += own
    index += character.length
  }
  from.push(text.length)
  return { folded, from }
}

const smallNumbers = Uint16Array.from({ length: 4096 }, (_, at) => at)

/** Returns the numbers from 0 to at least this one: in a tenth of the time that an array of them takes. */
function countUp(most: number): ArrayLike<number> {
  if (most < smallNumbers.length) return smallNumbers
  const numbers = new Uint32Array(most + 1)
  for (let at = 1; at <= most; at++) numbers[at] = at
  return numbers
}

function splitParts(text: string, marked: Uint8Array): string[] {
  const found: string[] = []
  let start = 0
  let state = 0
  for (let at = 0; at <= text.length; at++) {
    if (at < text.length && marked[at] === state) continue
    found.push(text.slice(start, at))
    start = at
    state = 1 - state
  }
  return found.length % 2 === 0 ? found.slice(0, found.at(-1) === '' ? -1 : undefined) : found
}

/**
 * Returns where a text has a word of a search as it was typed, apart from case; -1 when it has none. The text is not
 * folded, so this takes a small part of the time of `highlightMatches`, which finds more. The index is exact when lower
 * case does not change the length of the text.
 */
export function findTypedMatch(text: string, input: string): number {
  const lower = text.toLowerCase()
  const found = toNeedles(input)
    .map(needle => lower.indexOf(needle))
    .filter(at => at >= 0)
  return found.length > 0 ? Math.min(...found) : -1
}

/** How much of a text an excerpt shows before its match: a row of a list shows few words of it. */
const leadLength = 24

/**
 * Returns a short excerpt of a long text around the first match, or null when nothing in it matches.
 * @param length maximum number of characters, in UTF-16 code units
 */
export function createExcerpt(text: string, input: string, length = 160): string[] | null {
  const parts = highlightMatches(text, input)
  const [before] = parts
  if (before === undefined || parts.length < 2) return null
  const first = before.length
  const start = findWordStart(text, first - leadLength, first)
  const excerpt = text.slice(start, start + length)
  const shown = highlightMatches(excerpt, input)
  if (start > 0) shown[0] = `…${shown[0]}`
  if (start + length < text.length) {
    if (shown.length % 2 === 0) shown.push('…')
    else shown[shown.length - 1] += '…'
  }
  return shown
}

/**
 * Returns an excerpt of the field of a link whose match a list does not show; null when the title shows the match,
 * or without a match.
 */
export function findExcerpt(
  link: { name: string; desc: string; link: string },
  input: string,
): { field: 'desc' | 'link'; parts: string[] } | null {
  if (findTypedMatch(link.name, input) >= 0 || highlightMatches(link.name, input).length > 1) return null
  for (const field of ['desc', 'link'] as const) {
    const parts = createExcerpt(link[field], input)
    if (parts) return { field, parts }
  }
  return null
}

/** Returns the start of the first word from an index on, at most `end`; 0 for an index before the text. */
function findWordStart(text: string, from: number, end: number): number {
  if (from <= 0) return 0
  const space = text.indexOf(' ', from - 1)
  if (space >= 0 && space < end) return space + 1
  // Text without spaces is cut anywhere but inside a character.
  return /[\uDC00-\uDFFF]/.test(text.charAt(from)) ? from + 1 : from
}
