import ipaddr from 'ipaddr.js'
import { FetchRefused } from './fetchRefused.ts'

/**
 * Ports of other protocols that browsers block too, so that an address or a redirect cannot make this server
 * contact a mail or chat service. Source: WHATWG Fetch, "port blocking".
 */
const badPorts: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
])

/** Maximum length of a fetched address, in characters (S16). Longer ones can be stored, but not fetched. */
const maxAddressLength = 2048

const ipv6Global: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3]

/**
 * Returns true when an IP address is on the public internet (S01, S02, S04).
 * @param ip an IPv4 or IPv6 address without brackets; an IPv4 address inside an IPv6 one counts as IPv4
 * @returns false for every special range, for IPv6 outside 2000::/3 (which also contains the deprecated
 * IPv4-compatible form ::7f00:1), and for an invalid address
 */
export function isPublicAddress(ip: string): boolean {
  if (!ipaddr.isValid(ip)) return false
  const address = ipaddr.process(ip)
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || address.match(ipv6Global)
}

/**
 * Parses an address as browsers do and checks that it may be fetched (S02, S06, S16). Removes a user name or
 * password, which is never sent or passed on.
 * @param text an absolute address
 * @param base for a redirect, the address that sent it
 * @returns the address, and whether it had a user name or password
 * @throws FetchRefused address, scheme or too-long
 */
export function parseAddress(text: string, base?: URL): { url: URL; hadCredentials: boolean } {
  if (text.length > maxAddressLength) throw new FetchRefused('too-long')
  const url = URL.parse(text, base)
  if (!url) throw new FetchRefused('address')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new FetchRefused('scheme')
  const hadCredentials = url.username !== '' || url.password !== ''
  url.username = ''
  url.password = ''
  if (url.href.length > maxAddressLength) throw new FetchRefused('too-long')
  return { url, hadCredentials }
}

/** Returns the host without the brackets of an IPv6 address. */
export function stripBrackets(url: URL): string {
  return url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname
}

/** Returns true for names of the local machine, regardless of what a resolver returns (RFC 6761). */
export function isLocalhost(host: string): boolean {
  return /(^|\.)localhost\.?$/.test(host)
}

/** Returns the port, or the default of the scheme. */
export function effectivePort(url: URL): number {
  if (url.port) return Number(url.port)
  return url.protocol === 'https:' ? 443 : 80
}

/** Checks addresses before name resolution. */
export interface AddressPolicy {
  /** Returns true when the operator allowed exactly this host and port. */
  allows(url: URL): boolean
  /** @throws FetchRefused own, not-global or port */
  check(url: URL): void
  /**
   * Returns the names of this server at this port: an address that one of them resolves to is this server,
   * too.
   */
  ownNames(port: number): string[]
}

/**
 * Creates the policy for addresses.
 * @param allowPrivate exact `host:port` entries that are allowed although they are private
 * @param own the origins of this server, which are refused regardless of `allowPrivate`
 * @throws Error naming the entry that is not a host:port
 */
export function createAddressPolicy(allowPrivate: string[], own: readonly string[] = []): AddressPolicy {
  const allowed = new Set(allowPrivate.map(parseAllowedEntry))
  const allows = (url: URL) => allowed.has(`${url.hostname}:${effectivePort(url)}`)
  const ownOrigins = own
    .map(origin => new URL(origin))
    .map(url => ({ host: normalizeHost(url), ports: listPorts(url) }))
  return {
    allows,
    ownNames: port =>
      ownOrigins
        .filter(({ host, ports }) => ports.includes(port) && !ipaddr.isValid(host))
        .map(({ host }) => host),
    check(url) {
      const [requestedHost, port] = [normalizeHost(url), effectivePort(url)]
      if (ownOrigins.some(({ host, ports }) => host === requestedHost && ports.includes(port)))
        throw new FetchRefused('own')
      if (allows(url)) return
      const host = stripBrackets(url)
      if (ipaddr.isValid(host) && !isPublicAddress(host)) throw new FetchRefused('not-global')
      if (isLocalhost(host)) throw new FetchRefused('not-global')
      if (badPorts.has(effectivePort(url))) throw new FetchRefused('port')
    },
  }
}

/**
 * Returns the canonical form of a host: without the trailing dot, and an IPv4 address inside an IPv6 one as
 * IPv4.
 */
function normalizeHost(url: URL): string {
  const host = stripBrackets(url).replace(/\.$/, '')
  return ipaddr.isValid(host) ? ipaddr.process(host).toString() : host
}

/**
 * Returns the ports of an origin: with one of the default ports, both, because they redirect to each other.
 */
function listPorts(url: URL): number[] {
  const port = effectivePort(url)
  return port === 80 || port === 443 ? [80, 443] : [port]
}

/** Parses the entry like an address, so that both have the same canonical form. */
function parseAllowedEntry(entry: string): string {
  const url = /:\d+$/.test(entry) ? URL.parse(`http://${entry}`) : null
  if (!url || url.href !== `${url.origin}/`) throw new Error(`"${entry}" is not an exact host:port.`)
  return `${url.hostname}:${effectivePort(url)}`
}

/**
 * Returns the next address of a redirect, checked like a first one (S03).
 * @param from the address that responded
 * @param location its Location header, one character per byte
 * @param carriedCredentials whether any address so far had a user name or password
 * @throws FetchRefused, downgrade when such a chain would continue without encryption
 */
export function resolveRedirect(from: URL, location: string, carriedCredentials: boolean) {
  const bytes = Buffer.from(location, 'latin1')
  const utf8 = bytes.toString('utf8')
  const next = parseAddress(utf8.includes('\ufffd') ? location : utf8, from)
  const hasCredentials = carriedCredentials || next.hadCredentials
  if (hasCredentials && from.protocol === 'https:' && next.url.protocol === 'http:')
    throw new FetchRefused('downgrade')
  if (!next.url.hash) next.url.hash = from.hash
  return { url: next.url, carriedCredentials: hasCredentials }
}
