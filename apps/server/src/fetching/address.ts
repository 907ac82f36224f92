import ipaddr from 'ipaddr.js'
import { badPorts } from './badPorts.ts'
import { FetchRefused } from './fetchRefused.ts'

/** Longest address that is asked for, in characters (S16). Longer ones may be stored, but not fetched. */
export const maxAddressLength = 2048

const ipv6Global: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3]

/**
 * Tells whether an IP address belongs to the public internet (S01, S02, S04).
 * @param ip an IPv4 or IPv6 address without brackets; an IPv4 address inside an IPv6 one counts as IPv4
 * @returns false for every special range, for IPv6 outside of 2000::/3 (which also holds the deprecated
 * IPv4-compatible form ::7f00:1), and for anything that is no address
 */
export function isGlobal(ip: string): boolean {
  if (!ipaddr.isValid(ip)) return false
  const address = ipaddr.process(ip)
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || address.match(ipv6Global)
}

/**
 * Parses an address as browsers do and keeps only what may be asked for at all (S02, S06, S16).
 * A name or password in it is dropped: it is never sent and never handed on.
 * @param text an absolute address
 * @param base for a redirect, the address it was answered by
 * @returns the address, and whether it held a name or password
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

/** The host as the network wants it: without the brackets of an IPv6 address. */
export function bareHost(url: URL): string {
  return url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname
}

/** RFC 6761: these names are this machine, whatever a resolver says. */
export function isThisMachine(host: string): boolean {
  return /(^|\.)localhost\.?$/.test(host)
}

/** The port that is really used, by the scheme where none is written. */
export function effectivePort(url: URL): number {
  if (url.port) return Number(url.port)
  return url.protocol === 'https:' ? 443 : 80
}

/** Decides about an address before any name is resolved. */
export interface Gate {
  /** True when the person who runs the server named exactly this host and port. */
  allows(url: URL): boolean
  /** @throws FetchRefused own, not-global or port */
  check(url: URL): void
  /** Returns the names of this server that are reached by this port: an address of one of them is this server, too. */
  ownNames(port: number): string[]
}

/**
 * Makes the gate for addresses.
 * @param allowPrivate exact `host:port` entries that are let in though they are private
 * @param own the origins of this server, which it never asks, whatever `allowPrivate` says
 * @throws Error naming the entry that is no host:port
 */
export function createGate(allowPrivate: string[], own: readonly string[] = []): Gate {
  const allowed = new Set(allowPrivate.map(allowedKey))
  const allows = (url: URL) => allowed.has(`${url.hostname}:${effectivePort(url)}`)
  const ours = own.map(origin => new URL(origin)).map(url => ({ host: sameHost(url), ports: listPorts(url) }))
  return {
    allows,
    ownNames: port =>
      ours.filter(({ host, ports }) => ports.includes(port) && !ipaddr.isValid(host)).map(({ host }) => host),
    check(url) {
      const [here, port] = [sameHost(url), effectivePort(url)]
      if (ours.some(({ host, ports }) => host === here && ports.includes(port))) throw new FetchRefused('own')
      if (allows(url)) return
      const host = bareHost(url)
      if (ipaddr.isValid(host) && !isGlobal(host)) throw new FetchRefused('not-global')
      if (isThisMachine(host)) throw new FetchRefused('not-global')
      if (badPorts.has(effectivePort(url))) throw new FetchRefused('port')
    },
  }
}

/** A host in its one spelling: without the dot of the root, and an IPv4 address within an IPv6 one as IPv4. */
function sameHost(url: URL): string {
  const host = bareHost(url).replace(/\.$/, '')
  return ipaddr.isValid(host) ? ipaddr.process(host).toString() : host
}

/** The ports by which an origin is reached: of the two usual ones, one leads to the other. */
function listPorts(url: URL): number[] {
  const port = effectivePort(url)
  return port === 80 || port === 443 ? [80, 443] : [port]
}

/** Written through the same parser as the addresses, so that both sides spell a host alike. */
function allowedKey(entry: string): string {
  const url = /:\d+$/.test(entry) ? URL.parse(`http://${entry}`) : null
  if (!url || url.href !== `${url.origin}/`) throw new Error(`"${entry}" is not an exact host:port.`)
  return `${url.hostname}:${effectivePort(url)}`
}

/**
 * The next address of a redirect, checked like a first one (S03).
 * @param from the address that answered
 * @param location its Location header, one character a byte as it stood on the wire
 * @param carriedCredentials whether any address so far held a name or password
 * @throws FetchRefused, downgrade when such a chain would go on without encryption
 */
export function nextHop(from: URL, location: string, carriedCredentials: boolean) {
  const bytes = Buffer.from(location, 'latin1')
  const utf8 = bytes.toString('utf8')
  const next = parseAddress(utf8.includes('\ufffd') ? location : utf8, from)
  const carries = carriedCredentials || next.hadCredentials
  if (carries && from.protocol === 'https:' && next.url.protocol === 'http:')
    throw new FetchRefused('downgrade')
  if (!next.url.hash) next.url.hash = from.hash
  return { url: next.url, carriedCredentials: carries }
}
