import { parseHttpUrl } from './httpUrl.ts'

export {
  compareKey,
  highlightsKey,
  isSameAddress,
  trackedKey,
  withoutPlace,
  withoutTracking,
} from '../words/compareKey.ts'

/** Default maximum length of an address, in UTF-16 code units. */
const maxAddressLength = 8192

/** The result of judging a text as an address. */
export type AddressCheck =
  | { kind: 'ok'; address: string }
  | { kind: 'leftOut'; scheme: string }
  | { kind: 'bad'; reason: 'empty' | 'notAnAddress' | 'tooLong' }

// C0 controls and space (X01), and the invisible characters that are copied with an address from a page.
const invisible = /[\0-\x20\x7f\u00a0\u200b-\u200f\u2028-\u202f\u2060\u3000\ufeff]/
// Browsers drop these three characters anywhere, so `java\tscript:` passes a naive check.
const ignoredCharacters = /[\t\n\r]+/g
const leadingScheme = /^([a-z][a-z0-9+.-]*):/i

/**
 * Judges a typed, pasted or imported address. Accepts only http and https (X01); prepends `http://` to a text without
 * scheme (SAVE-09); otherwise keeps the text as typed.
 * @param text any text
 * @param longest maximum length of the address, in UTF-16 code units
 * @returns the address to store; or the refused scheme in lower case; or the reason why it is not an address
 */
export function checkAddress(text: string, longest: number = maxAddressLength): AddressCheck {
  const trimmed = trimInvisible(text).replace(ignoredCharacters, '')
  if (trimmed === '') return { kind: 'bad', reason: 'empty' }
  const found = parseScheme(trimmed)
  if (found !== null && found !== 'http' && found !== 'https') return { kind: 'leftOut', scheme: found }
  const address = found === null ? addHttpScheme(trimmed) : addSlashes(trimmed, found)
  if (address === null) return { kind: 'bad', reason: 'notAnAddress' }
  if (address.length > longest) return { kind: 'bad', reason: 'tooLong' }
  const url = parseHttpUrl(address)
  // Otherwise an email address would become a site with a user name.
  const isMail = found === null && url !== null && url.username !== ''
  if (url === null || isMail || /\p{Cc}/u.test(address)) return { kind: 'bad', reason: 'notAnAddress' }
  return { kind: 'ok', address }
}

/**
 * Returns the address to store for a typed text (SAVE-09, X01).
 * @param text any text
 * @param longest maximum length of the address, in UTF-16 code units
 * @returns the address, or null when the text is not an address or has a scheme other than http and https
 */
export function normaliseAddress(text: string, longest: number = maxAddressLength): string | null {
  const verdict = checkAddress(text, longest)
  return verdict.kind === 'ok' ? verdict.address : null
}

/**
 * Returns whether a text contains letter or digit, dot, letter or digit, in any script. The form uses it to decide
 * when to scrape (SCRP-02).
 */
export function containsDomain(text: string): boolean {
  return /[\p{L}\p{N}\p{M}][.\u3002\uff0e\uff61][\p{L}\p{N}]/u.test(text)
}

/**
 * Returns whether a text names a site: it contains a domain, or any host after `http://` or `https://`, such as one of the
 * own network.
 */
export function namesHost(text: string): boolean {
  if (containsDomain(text)) return true
  const address = /^\s*https?:\/\//i.test(text) ? normaliseAddress(text) : null
  return address !== null && /[a-z\d:]/.test(parseHost(address))
}

/**
 * Returns whether a text is valid in an address field: its scheme is http, https or absent, and by the rule of the form
 * (specification 1, section 5) a text longer than 4 characters without one must contain a letter or digit, a dot, then a
 * letter or digit.
 */
export function isAddress(text: string): boolean {
  return (text.length <= 4 || namesHost(text)) && normaliseAddress(text) !== null
}

/**
 * Returns the host of an address in lower case, without `www.` and without port. International names are in their
 * ASCII form, so that a look-alike is distinguishable from the site it imitates.
 * @returns the host, or '' when the text is not an address
 */
export function parseHost(address: string): string {
  const url = parseHttpUrl(address)
  return url === null ? '' : url.hostname.replace(/^www\./, '')
}

/**
 * Returns the host and path of an address as a title for a page that is not read yet: 'example.org/bread'. Escapes of
 * the path are decoded where that is possible.
 * @returns the text, or '' when the text is not an address
 */
export function formatHostAndPath(address: string): string {
  const url = parseHttpUrl(address)
  if (url === null) return ''
  const path = url.pathname.replace(/\/+$/, '')
  try {
    return parseHost(address) + decodeURIComponent(path)
  } catch {
    return parseHost(address) + path
  }
}

// A loop, since `/[…]+$/` takes quadratic time on a long run of spaces that does not end the text.
function trimInvisible(text: string): string {
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

// A path or a fragment alone (`/about`, `?page=2`) has no host.
function addHttpScheme(text: string): string | null {
  const bare = text.startsWith('//') ? text.slice(2) : text
  return /^[/\\?#]/.test(bare) ? null : `http://${bare}`
}

// Browsers accept `HTTPS:\\host` and `http:host` as addresses; a link on an http page would be relative.
function addSlashes(text: string, scheme: string): string {
  return `${scheme}://${text.slice(scheme.length + 1).replace(/^[\\/]+/, '')}`
}
