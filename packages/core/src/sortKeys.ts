import { foldText } from './searchTerms.ts'

const longest = 60
/** A host of so many characters may be longer than its key. */
export const hostKeyLength = longest
const noHost = '~'

/**
 * What a link is put in order by beside its date, the same in both databases.
 * @param title as it is shown
 * @param key the address as `compareKey` gives it, '' without an address
 * @returns the folded beginning of the title from its first letter or digit on, and the host; '~', which comes after
 *   every host, where there is none
 */
export function sortKeys(title: string, key: string): { title_key: string; host_key: string } {
  const folded = foldText(title.slice(0, 2 * longest))
  const start = folded.search(/[\p{L}\p{N}]/u)
  // Cut by whole characters: half of one is no text that PostgreSQL would take.
  const cut = Array.from(folded.slice(Math.max(0, start), Math.max(0, start) + longest))
  if (/[\ud800-\udbff]$/.test(cut.at(-1) ?? '')) cut.pop()
  return { title_key: cut.join(''), host_key: key.split(/[/?:#]/, 1)[0]!.slice(0, longest) || noHost }
}
