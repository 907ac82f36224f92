import { parseHttpUrl } from '../addresses/httpUrl.ts'
import { hosts } from './hosts.ts'
import { recognise } from './recognise.ts'

/** The player of a page: the row of its host, and an https address for an iframe. */
export interface FoundPlayer {
  /** Identifier of the row, as in `Recognised`. */
  key: string
  address: string
}

/** A page may name its player in many places; more candidates than this are not read. */
const maxCandidates = 50

/**
 * Checks whether the iframe source of a looked-up page may be shown, for a link with `lookup: 'page'` (X06).
 * @param key identifier of the row, as in `Recognised`
 * @param source the `src` of the iframe
 * @returns the https address, rebuilt from the known parts of this host's player; null when it is another player
 */
export function validatePlayerAddress(key: string, source: string): string | null {
  const host = hosts.find(candidate => candidate.key === key)
  const url = parseHttpUrl(source.trim().startsWith('//') ? `https:${source.trim()}` : source.trim())
  if (!host?.player || url === null || url.port !== '') return null
  if (!host.frames.includes(url.hostname) || !host.player.path.test(url.pathname)) return null
  const player = new URL(`https://${url.hostname}${url.pathname}`)
  for (const name of host.player.keep) {
    const value = url.searchParams.get(name)
    if (value !== null && /^[\w,.-]{1,200}$/.test(value)) player.searchParams.set(name, value)
  }
  return player.href
}

/**
 * Finds the player of a host in the source of one of its pages, or in an oEmbed response. The address may be inside
 * markup, a script or escaped markup. Only addresses that `validatePlayerAddress` accepts count.
 * @param key identifier of the row, as in `Recognised`
 * @param source text of any origin; the caller limits its length
 */
export function findPlayerAddress(key: string, source: string): string | null {
  const host = hosts.find(candidate => candidate.key === key)
  if (!host?.player) return null
  const text = unescapeAddresses(source)
  let candidates = 0
  for (const frame of host.frames) {
    const start = `//${frame}/`
    for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + start.length)) {
      if (++candidates > maxCandidates) return null
      const address = /^[^\s"'<>\\`]{1,1000}/.exec(text.slice(at, at + 1000))?.[0] ?? ''
      const player = validatePlayerAddress(key, address)
      if (player !== null) return player
    }
  }
  return null
}

/**
 * Returns the player to which an address leads: that of the address itself, or of the first of the addresses to which
 * it redirects that has one.
 */
export function findRedirectedPlayer(addresses: readonly string[]): FoundPlayer | null {
  for (const address of addresses) {
    const found = recognise(address)
    if (found?.embed) return { key: found.key, address: found.embed }
  }
  return null
}

/**
 * Returns the address of a found player when it belongs to the site of a link whose own address does not contain it;
 * otherwise ''.
 */
export function findKnownPlayer(link: string, player: FoundPlayer | undefined): string {
  const site = recognise(link)
  return site?.needsLookup && player?.key === site.key ? player.address : ''
}

/**
 * Returns the player that a file names for a link, rebuilt from its known parts, when pages of that site have such ones;
 * otherwise ''.
 * @param written an address of any origin
 */
export function checkPlayer(link: string, written: string): string {
  const site = written === '' ? null : recognise(link)
  if (!site?.needsLookup) return ''
  const target = recognise(written)
  const redirected = target?.key === site.key ? target.embed : undefined
  return validatePlayerAddress(site.key, written) ?? redirected ?? ''
}

/** Undoes the escapes of JSON and markup that occur inside addresses; quotes and brackets end an address. */
function unescapeAddresses(text: string): string {
  return text
    .replaceAll('\\/', '/')
    .replaceAll('\\u0026', '&')
    .replace(/&(?:amp|#38|#x26);/gi, '&')
    .replace(/&(?:quot|#34|#x22|apos|#39|#x27|lt|gt);/gi, '"')
    .replace(/\\u00(?:22|27|3[ce])/gi, '"')
}
