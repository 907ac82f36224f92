import { parsed } from './httpUrl.ts'

export { compareKey } from './compareKey.ts'

/** Longest address that is kept, in UTF-16 code units, unless the caller says otherwise. */
const longestAddress = 8192

/** What a text in the place of an address turns out to be. */
export type AddressVerdict =
  | { kind: 'ok'; address: string }
  | { kind: 'leftOut'; scheme: string }
  | { kind: 'bad'; reason: 'empty' | 'notAnAddress' | 'tooLong' }

// C0 controls and space (X01), and the invisible marks that come along when an address is copied from a page.
const invisible = /[\0-\x20\x7f\u00a0\u200b-\u200f\u2028-\u202f\u2060\u3000\ufeff]/
// Browsers drop these three wherever they stand, which is how `java\tscript:` gets past a naive check.
const droppedByBrowsers = /[\t\n\r]+/g
const leadingScheme = /^([a-z][a-z0-9+.-]*):/i

/**
 * Judges a typed, pasted or imported address. Only http and https are kept (X01); a text without scheme
 * gets `http://` in front (SAVE-09); otherwise what the person typed stays as it is.
 * @param text any text
 * @param longest the longest address that is kept, in UTF-16 code units
 * @returns the address to store; or the refused scheme in lower case; or why it is no address
 */
export function judgeAddress(text: string, longest: number = longestAddress): AddressVerdict {
  const trimmed = withoutEdges(text).replace(droppedByBrowsers, '')
  if (trimmed === '') return { kind: 'bad', reason: 'empty' }
  const found = parseScheme(trimmed)
  if (found !== null && found !== 'http' && found !== 'https') return { kind: 'leftOut', scheme: found }
  const address = found === null ? withHttp(trimmed) : withSlashes(trimmed, found)
  if (address === null) return { kind: 'bad', reason: 'notAnAddress' }
  if (address.length > longest) return { kind: 'bad', reason: 'tooLong' }
  const url = parsed(address)
  // An e-mail address would otherwise become a site with a user name.
  const isMail = found === null && url !== null && url.username !== ''
  if (url === null || isMail || /\p{Cc}/u.test(address)) return { kind: 'bad', reason: 'notAnAddress' }
  return { kind: 'ok', address }
}

/**
 * The address to store for a typed text (SAVE-09, X01).
 * @param text any text
 * @param longest the longest address that is kept, in UTF-16 code units
 * @returns the address, or null when the text is none or has a scheme other than http and https
 */
export function normaliseAddress(text: string, longest: number = longestAddress): string | null {
  const verdict = judgeAddress(text, longest)
  return verdict.kind === 'ok' ? verdict.address : null
}

/**
 * Whether a text holds letter or digit, dot, letter or digit, in any script. Says when typing is worth
 * scraping (SCRP-02).
 */
export function holdsDomain(text: string): boolean {
  return /[\p{L}\p{N}\p{M}][.\u3002\uff0e\uff61][\p{L}\p{N}]/u.test(text)
}

/**
 * The rule of the form (specification 1, section 5): a text longer than 4 characters must hold a letter or
 * digit, a dot, then a letter or digit. Shorter texts pass.
 */
export function looksLikeDomain(text: string): boolean {
  return text.length <= 4 || holdsDomain(text)
}

/**
 * The host of an address in lower case, without `www.` and without port. International names are in their
 * ASCII form, so that a look-alike does not pass for the site it imitates.
 * @returns the host, or '' when the text is no address
 */
export function parseHost(address: string): string {
  const url = parsed(address)
  return url === null ? '' : url.hostname.replace(/^www\./, '')
}

/**
 * The letter shown for a site that has no picture.
 * @param text an address, or a title
 * @returns the first letter or digit of the host as the person typed it, or of the title, in upper case;
 *   '·' when there is none
 */
export function siteLetter(text: string): string {
  const host = /^https?:\/\/(?:[^/?#@]*@)?(?:www\.)?([^/?#:]+)/i.exec(text)?.[1]
  const letter = /[\p{L}\p{N}]/u.exec(host ?? text)?.[0]
  if (letter === undefined) return '·'
  const upper = letter.toUpperCase()
  // Some letters grow when raised (ß becomes SS), and there is room for one.
  return upper.length > letter.length ? letter : upper
}

/**
 * A small stable number for a host, for instance to choose a colour. The same host gives the same number in
 * every browser and on the server.
 * @param host any text
 * @param n how many numbers there are to choose from, at least 1
 * @returns an integer from 0 to n - 1
 */
export function hostHash(host: string, n: number): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < host.length; i++) hash = Math.imul(hash ^ host.charCodeAt(i), 0x01000193)
  return (hash >>> 0) % n
}

// A loop, since `/[…]+$/` takes quadratic time on a long run of spaces that does not end the text.
function withoutEdges(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && invisible.test(text.charAt(start))) start++
  while (end > start && invisible.test(text.charAt(end - 1))) end--
  return text.slice(start, end)
}

function parseScheme(text: string): string | null {
  const name = leadingScheme.exec(text)?.[1]?.toLowerCase()
  if (name === undefined) return null
  // `example.com:8080/path` and `localhost:3000` have a host before the colon, not a scheme.
  const portFollows = /^\d{1,5}(?:[/?#]|$)/.test(text.slice(name.length + 1))
  return portFollows && (name.includes('.') || name === 'localhost') ? null : name
}

// A path or a fragment alone (`/about`, `?page=2`) belongs to a site that nobody named.
function withHttp(text: string): string | null {
  const bare = text.startsWith('//') ? text.slice(2) : text
  return /^[/\\?#]/.test(bare) ? null : `http://${bare}`
}

// Browsers read `HTTPS:\\host` and `http:host` as addresses; a plain link on an http page would not.
function withSlashes(text: string, scheme: string): string {
  return `${scheme}://${text.slice(scheme.length + 1).replace(/^[\\/]+/, '')}`
}
