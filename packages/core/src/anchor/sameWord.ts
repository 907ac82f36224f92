/**
 * Returns whether two different words are one word in two spellings: `seperate` and `separate`, `organise` and
 * `organize`, `goverment` and `government`. One letter may differ in words of at least six letters.
 *
 * One letter often makes another word, so these limits err towards 'another word':
 * - Only words in lower case of the letters a to z: a name with another letter is another person, and in other alphabets
 *   and with accents one letter turns nine into ten (девять, десять), sixteen into seventeen (tizenhat, tizenhét), were
 *   into would be (wurden, würden), or a verb into its negation (Hebrew, Korean).
 * - The first three and the last letter are the same. Negation is at the start (atypical, nekada and nikada), and the form
 *   of a word at its end (employer, employee).
 * - The letter is gained or lost, or a vowel for a vowel, or one of s, z and c for another: sesenta and setenta are sixty
 *   and seventy. The letter m is never gained or lost: it negates in Turkish (biliyorum, bilmiyorum).
 */
export function isSameWord(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (short.length < 6 || long.length - short.length > 1) return false
  if (!plain.test(short) || !plain.test(long)) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at++
  if (at < 3 || at >= short.length) return false
  const isGained = long.length > short.length
  if (short.slice(isGained ? at : at + 1) !== long.slice(at + 1)) return false
  if (isGained) return long[at] !== 'm'
  const pair = [short.charAt(at), long.charAt(at)]
  return at < short.length - 1 && [/[aeiouy]/, /[szc]/].some(kind => pair.every(each => kind.test(each)))
}

/** Words longer than 64 characters are parts of what is no word. */
const plain = /^[a-z]{6,63}$/

/** Returns how many words of a quote may be spelt otherwise. In a short one each word counts. */
export function countFreeSpellings(words: number): number {
  return words < 5 ? 0 : Math.min(Math.ceil(words / 10), 3)
}
