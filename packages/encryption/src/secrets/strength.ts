import { minSecretLength } from './secret.ts'

/** Below this many bits a secret can be guessed by a person who has a copy of the database; the page warns. */
export const weakBits = 60

/** Rows of keyboards, and the orders of letters and digits. Their parts are guessed first. */
const sequences = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
].flatMap(sequence => [sequence, [...sequence].toReversed().join('')])

/** Groups of characters that guessing tries as a whole, with their sizes. */
const pools: readonly (readonly [RegExp, number])[] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/[0-9]/, 10],
  [/[!-/:-@[-`{-~ ]/, 33],
  [/[^\0-~]/, 100],
]

/** Bits of a word that is among the first guesses. */
const bitsOfWord = 11
/** Bits of a year, or of a common ending such as '123!'. */
const bitsOfEnding = 7
/** Substitutions that guessing programs know. */
const substitutions: Record<string, string> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
}

/**
 * Estimates the strength of a secret in bits, for the meter: how often a guess must be doubled until it is found. A rough
 * lower estimate. Common words, rows of the keyboard and repetitions count little.
 */
export function estimateBits(secret: string): number {
  const text = secret.normalize('NFKC')
  if (text.length < minSecretLength) return Math.min(20, bitsOfRest(text))
  return Math.round(Math.min(bitsOfCommon(text), bitsOfRest(text)))
}

/** Returns the bits of a common word with something before and after it; infinity without a common word. */
function bitsOfCommon(text: string): number {
  const folded = text.toLowerCase()
  const plain = folded.replaceAll(/[0134578@$]/g, character => substitutions[character] ?? character)
  const words = [folded, plain].flatMap(each => [each, each.replaceAll(/[^\p{L}]/gu, '')])
  if (words.some(word => commonPasswords.has(word))) return bitsOfWord + bitsOfEnding
  const inside = [...commonPasswords].filter(word => word.length >= 4 && plain.includes(word))
  const longest = inside.reduce((best, word) => (word.length > best.length ? word : best), '')
  if (longest === '') return Number.POSITIVE_INFINITY
  const at = plain.indexOf(longest)
  return bitsOfWord + bitsOfRest(text.slice(0, at) + text.slice(at + longest.length))
}

/** Returns the bits of random characters, in which repeated characters and parts of sequences count as a fifth. */
function bitsOfRest(text: string): number {
  const characters = [...text]
  const pool = pools.reduce((sum, [group, size]) => (group.test(text) ? sum + size : sum), 0)
  const counted = characters.reduce((sum, _, at) => sum + (isExpected(characters, at) ? 0.2 : 1), 0)
  // Few different characters are fewer possibilities, however long the text is.
  const different = Math.max(2, Math.min(pool, new Set(characters).size * 4))
  return counted === 0 ? 0 : counted * Math.log2(different)
}

/** Returns whether a character follows from the two before it: a repetition, a part of a sequence or of a period. */
function isExpected(characters: readonly string[], at: number): boolean {
  const last = characters
    .slice(Math.max(0, at - 2), at + 1)
    .join('')
    .toLowerCase()
  if (at >= 1 && characters[at] === characters[at - 1]) return true
  if (at >= 2 && sequences.some(sequence => sequence.includes(last))) return true
  return [2, 3, 4].some(
    period =>
      at >= 2 * period - 1 &&
      characters.slice(at - period + 1, at + 1).join('') ===
        characters.slice(at - 2 * period + 1, at - period + 1).join(''),
  )
}

/** Passwords and words that guessing begins with. Digits and punctuation around them add little, so they are stored bare. */
const commonPasswords: ReadonlySet<string> = new Set(
  (
    'password passwort passw motdepasse contrasena senha parola haslo heslo wachtwoord losenord salasana sifre mima ' +
    'qwerty qwertz azerty qwertyuiop asdfghjkl asdfgh zxcvbnm qazwsx qweasd yxcvbnm wertyu asdasd qweqwe zaqwsx ' +
    'letmein welcome willkommen bienvenue admin administrator root user guest test testing login master secret geheim ' +
    'hello hallo bonjour iloveyou iloveu loveyou love lovely liebe princess prinzessin sunshine shadow dragon monkey ' +
    'football baseball basketball soccer hockey fussball superman batman spiderman pokemon starwars trustno mustang ' +
    'michael jordan jennifer jessica daniel thomas robert charlie andrew joshua matthew ashley nicole hannah sophie ' +
    'maria anna alexander computer internet server samsung google facebook amazon microsoft windows linux apple ' +
    'summer winter spring autumn sommer fruehling herbst january february march april june july august september ' +
    'october november december monday friday sunday freedom whatever ninja killer hunter ranger buster tigger ' +
    'pepper ginger cookie chocolate cheese banana orange flower butterfly diamond silver golden money ' +
    'changeme default access pass abcdef abcdefg abcdefgh abcabc aaaaaa nestmark bookmark bookmarks link links ' +
    'collection encrypt encrypted encryption correcthorsebatterystaple'
  ).split(' '),
)
