import { foldText } from './searchTerms.ts'

const maxKeyLength = 60
/** Maximum length of a host key. A host of this many characters may be longer than its key. */
export const hostKeyLength = maxKeyLength
const noHost = '~'

/**
 * Returns the sort keys of a link besides its date, the same in both databases.
 * @param title the displayed title
 * @param key the result of `compareKey` for the address, '' without an address
 * @returns the prefix of the title as `toNameSortKey` returns it, from its first letter or digit on, and the host; without a host '~', which sorts
 *   after every host
 */
export function createSortKeys(title: string, key: string): { title_key: string; host_key: string } {
  const folded = expandNumbers(foldText(title.slice(0, 2 * maxKeyLength)))
  const start = folded.search(/[\p{L}\p{N}]/u)
  // Cut between characters: PostgreSQL rejects half a surrogate pair.
  const characters = Array.from(folded.slice(Math.max(0, start), Math.max(0, start) + maxKeyLength))
  if (/[\ud800-\udbff]$/.test(characters.at(-1) ?? '')) characters.pop()
  const [host = ''] = key.split(/[/?:#]/, 1)
  return { title_key: characters.join(''), host_key: host.slice(0, maxKeyLength) || noHost }
}

/**
 * Returns the sort key of a name: folded, and with the length before each number, so that 'L2' sorts before 'L10' in
 * plain text order.
 */
export function toNameSortKey(name: string): string {
  return expandNumbers(foldText(name))
}

function expandNumbers(folded: string): string {
  return folded.replace(/[0-9]+/g, run => {
    const digits = run.replace(/^0+(?=[0-9])/, '')
    const { length } = digits
    return (length < 9 ? String(length) : `9${String(Math.min(length, 99)).padStart(2, '0')}`) + digits
  })
}

/** Compares sort keys as both databases do: by code points. UTF-16 units sort emoji before some letters. */
export function compareSortKeys(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const difference = toOrder(a.charCodeAt(at)) - toOrder(b.charCodeAt(at))
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

/** Returns a number that puts halves of surrogate pairs after all other UTF-16 units. */
const toOrder = (unit: number) => (unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit)
