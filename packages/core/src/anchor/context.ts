import { letter, listWords } from './words.ts'

const dash = String.raw`\-‐‑–`
/** The rest of a word or number that is cut by the start, or by the end, of a range. At most 32 characters. */
const wordBefore = new RegExp(String.raw`(?:${letter}|[${dash}]|['’](?=${letter}|$)){1,32}$`, 'v')
const wordAfter = new RegExp(String.raw`^(?:${letter}|[${dash}'’](?=${letter})){1,32}`, 'v')
const numberBefore = new RegExp(String.raw`(?:${letter}|[${dash}−+±.,:\/'’]|\p{Sc} ?){1,32}$`, 'v')
const numberAfter = new RegExp(
  String.raw`^(?:${letter}|[.,:\/'’${dash}−](?=\p{N})| ?[%‰‱°\p{Sc}]){1,32}`,
  'v',
)
const startsInNumber = /^[.,\-–−]?\p{N}/u
const endsInNumber = /\p{N}$/u
const startsInWord = new RegExp(`^${letter}`, 'v')
const endsInWord = new RegExp(`${letter}$`, 'v')

/**
 * Returns what belongs to the first and last word of a quote, or to its first and last number, and is outside of it:
 * `il` before `legal` of `illegal`, `1` before `5 percent` of `15 percent`, `non-` before `toxic`, `'t` after `can`.
 * A quote is only found where this is the same.
 */
export function readEdges(quote: string, prefix: string, suffix: string): { before: string; after: string } {
  return {
    before: readBefore(quote, prefix),
    after: readAfter(quote, suffix),
  }
}

function readBefore(quote: string, prefix: string): string {
  if (startsInNumber.test(quote.slice(0, 4))) return numberBefore.exec(prefix)?.[0] ?? ''
  return startsInWord.test(quote.slice(0, 2)) ? (wordBefore.exec(prefix)?.[0] ?? '') : ''
}

function readAfter(quote: string, suffix: string): string {
  const end = quote.slice(-2)
  if (endsInNumber.test(end)) return numberAfter.exec(suffix)?.[0] ?? ''
  return endsInWord.test(end) ? (wordAfter.exec(suffix)?.[0] ?? '') : ''
}

/** The letters around a quote, the nearest first on both sides, in UTF-16 code units. */
export interface ContextLetters {
  before: string
  after: string
}

/** So far from a quote letters are compared, in UTF-16 code units: its context with other punctuation. */
const reach = 64
/** Half characters count as letters. */
const noLetters = /[^\p{L}\p{N}\ud800-\udfff]/gu

const isLetter = (unit: string) =>
  unit < '\x80' ? /[a-z\d]/i.test(unit) : !/[^\p{L}\p{N}\ud800-\udfff]/u.test(unit)

/** Returns the letters of a context: what is not a letter may change. */
export function readLetters(prefix: string, suffix: string): ContextLetters {
  const before = prefix.replace(noLetters, '')
  return { before: before.split('').toReversed().join(''), after: suffix.replace(noLetters, '') }
}

/** Returns how many letters around a range of a text are those of a context, counted from the range outwards. */
export function countSameLetters(text: string, start: number, end: number, wanted: ContextLetters): number {
  return countSame(text, start - 1, -1, wanted.before) + countSame(text, end, 1, wanted.after)
}

function countSame(text: string, from: number, step: 1 | -1, wanted: string): number {
  let same = 0
  for (let at = from; same < wanted.length && Math.abs(at - from) < reach; at += step) {
    const unit = text.charAt(at)
    if (unit === wanted[same]) same++
    else if (unit === '' || isLetter(unit)) break
  }
  return same
}

/**
 * Returns whether a quote is long enough to be the same passage wherever its words are. A shorter one, such as 'is
 * recommended', may be in another sentence, and needs a part of its context.
 */
export function isDistinctive(quote: string): boolean {
  if (quote.length >= 32) return listWords(quote).length >= 5
  // Chinese and Japanese say as much in half of the characters.
  return (quote.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0) >= 16
}
