/**
 * Search terms, the same for both databases: folded to lower case without accents. Scripts that are
 * written without spaces are split into overlapping pairs, so that any two adjacent characters are found.
 */

/** Scripts written without spaces between words (including Thai, Lao, Khmer and Myanmar). */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}々〆ー]/u
const wordPattern = /[\p{L}\p{N}\p{M}]+/gu
/** Emoji. Signs such as © are part of names, and users do not search for them. */
const emoji = /(?![©®™])\p{Extended_Pictographic}|\p{Regional_Indicator}/u
/** Select the presentation of emoji and join them. People do not type them. */
const emojiJoiners = /[\ufe0e\ufe0f\u200d]/g
const runPattern = new RegExp(
  `(?:${unspaced.source}\\p{M}*)+|(?:(?!${unspaced.source})[\\p{L}\\p{N}\\p{M}])+|${emoji.source}`,
  'gu',
)

/** Letters that Unicode decomposition does not split, but that people type without their strokes. */
const strokes: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ŋ: 'n',
  ħ: 'h',
}
const strokePattern = /[ßæœøđðþłıŋħ]/g
const combiningMarks = /[\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0640]/g
const asciiPattern = /^[\x20-\x7e]*$/

/**
 * Folds a text: lower case, without accents and vowel points, compatibility forms normalised ('Ｆ' to 'f', 'ﬁ' to
 * 'fi'). Hangul remains in complete syllables.
 */
export function foldText(text: string): string {
  const lower = text.toLowerCase()
  if (asciiPattern.test(lower)) return lower
  return lower
    .normalize('NFKD')
    .replace(combiningMarks, '')
    .normalize('NFC')
    .replace(strokePattern, letter => strokes[letter] ?? letter)
}

/** Begins the term of an emoji. Databases drop symbols from their index, so emoji are indexed by their code after a letter. */
const emojiPrefix = '\ua7ff'

/** Returns the term of an emoji, or null for another character. */
export function toEmojiTerm(character: string): string | null {
  return emoji.test(character) ? `${emojiPrefix}${character.codePointAt(0)?.toString(16)}` : null
}

/** Returns whether a character only joins emoji or selects their presentation. */
export function isEmojiJoiner(character: string): boolean {
  return character === '\ufe0e' || character === '\ufe0f' || character === '\u200d'
}

/** Returns whether a text contains an emoji. */
export function hasEmoji(text: string): boolean {
  return emoji.test(text)
}

/** A word of the text, an emoji, or a run of characters without spaces. */
export interface Run {
  text: string
  unspaced: boolean
}

/** Returns the folded words and unspaced runs of a text, in order. */
export function splitRuns(text: string): Run[] {
  return splitFoldedRuns(foldText(text))
}

function splitFoldedRuns(folded: string): Run[] {
  if (asciiPattern.test(folded))
    return [...folded.matchAll(wordPattern)].map(([text]) => ({ text, unspaced: false }))
  const found: Run[] = []
  for (const [run] of folded.replace(emojiJoiners, '').matchAll(runPattern))
    found.push({ text: toEmojiTerm(run) ?? run, unspaced: unspaced.test(run) })
  return found
}

/** Maximum length of a term. Longer runs are data in an address, not words that people search for. */
const maxTermLength = 120

/** Splits an unspaced run into overlapping pairs: 東京都 to 東京, 京都. A single character stays single. */
function splitPairs(run: string): string[] {
  const found: string[] = []
  let previous = ''
  for (const character of run) {
    if (previous) found.push(previous + character)
    previous = character
  }
  return found.length === 0 && previous ? [previous] : found
}

/**
 * Returns the index form of a text: terms separated by spaces. Unspaced runs are indexed as pairs and, so that one
 * character is found too, as single characters.
 */
export function toIndexTerms(text: string): string {
  const folded = foldText(text)
  if (asciiPattern.test(folded)) return toAsciiIndexTerms(folded)
  const terms: string[] = []
  for (const run of splitFoldedRuns(folded)) {
    if (run.text.length > maxTermLength) continue
    if (!run.unspaced) terms.push(run.text)
    else terms.push(...splitPairs(run.text), ...([...run.text].length > 1 ? run.text : []))
  }
  return terms.join(' ')
}

/** Returns the same as `toIndexTerms` for folded ASCII text, which is most of the indexed text. */
function toAsciiIndexTerms(folded: string): string {
  const words = folded.match(/[a-zA-Z0-9]+/g)
  if (words === null) return ''
  const isLong = folded.length > maxTermLength
  return (isLong ? words.filter(word => word.length <= maxTermLength) : words).join(' ')
}

/** Returns the words that a library lists: terms with a letter that are not short. */
export function filterListedWords(terms: string): string[] {
  const words = new Set<string>()
  for (const term of terms.split(' ')) if (isListedWord(term)) words.add(term)
  return [...words]
}

/** Maximum length of a word that people remember. Longer ones are not found by their parts. */
export const maxPartWordLength = 40

/** Returns the words that are searchable by their parts. */
export function filterPartWords(terms: string): string[] {
  return filterListedWords(terms).filter(word => word.length <= maxPartWordLength)
}

/** Returns whether a library lists a term of its index. */
export function isListedWord(term: string): boolean {
  const { length } = term
  if (length < (term.charCodeAt(0) > 127 ? 2 : 4)) return false
  let hasLetter = false
  for (let at = 0; at < length; at++) {
    const code = term.charCodeAt(at)
    if (code > 127) return /\p{L}/u.test(term) && !unspaced.test(term) && !term.startsWith(emojiPrefix)
    if (code >= 65) hasLetter = true
  }
  return hasLetter
}

/** Returns an address, or a part of one, in searchable form: without scheme and www, with escapes decoded. */
export function toSearchableAddress(address: string): string {
  const bare = address.replace(/^https?:\/\/(www\.)?/i, '')
  try {
    return decodeURIComponent(bare)
  } catch {
    return bare
  }
}

/**
 * Returns a word of a search as the index of links has it: of a pasted address, without what `toSearchableAddress` leaves
 * out. Brackets and other signs may precede the address.
 */
export function toSearchableWord(word: string): string {
  return toSearchableAddress(word.replace(/^[^\p{L}\p{N}]*(?=https?:\/\/|www\.)/iu, '')).replace(
    /^www\./i,
    '',
  )
}

/** Words that end with `#` or `+`, or begin with a dot. The index has them without these signs. */
const signPattern =
  /(?<![\p{L}\p{N}\p{M}])[a-z][a-z0-9]*(?:#|\+{1,2})(?![\p{L}\p{N}\p{M}#+])|(?<![\p{L}\p{N}\p{M}.])\.[a-z][a-z0-9]*/gu

/**
 * Returns the words of a text whose signs tell them from other words, such as `c#`, `c++` and `.net`, in lower case. A link
 * that a search for them finds must contain them literally.
 */
export function listSignWords(text: string): string[] {
  // Not folded, as the texts that are compared.
  return [...text.toLowerCase().matchAll(signPattern)].map(([word]) => word)
}

/** Returns whether a text contains a word of `listSignWords`. The databases compare the text in the same way. */
export function hasSignWord(text: string, word: string): boolean {
  return text.toLowerCase().includes(word)
}

/** A condition that a result must match. */
export interface QueryTerm {
  /** All of these, adjacent when there are several (the pairs of an unspaced run). */
  terms: string[]
  /** True when longer words with this prefix match too. */
  prefix: boolean
}

/** Returns the words and unspaced runs of a search that an index has. */
export function splitSearchedRuns(input: string): Run[] {
  return splitRuns(input).filter(run => run.text.length <= maxTermLength)
}

/** Parses a search text to terms that must all match. At most twelve; more would not improve a search. */
export function parseQueryTerms(input: string): QueryTerm[] {
  return splitSearchedRuns(input)
    .slice(0, 12)
    .map(run =>
      run.unspaced
        ? { terms: splitPairs(run.text), prefix: false }
        : { terms: [run.text], prefix: !run.text.startsWith(emojiPrefix) },
    )
}
