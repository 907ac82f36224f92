import { lookup, Resolver } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'
import {
  stripBrackets,
  effectivePort,
  isPublicAddress,
  isLocalhost,
  type AddressPolicy,
} from './addressPolicy.ts'
import { FetchRefused } from './fetchRefused.ts'

/** Returns every address of a name, IPv4 first, which saves time on a machine without IPv6. */
export type Lookup = (name: string, signal: AbortSignal) => Promise<string[]>

/**
 * Creates the lookup function for names.
 * @param dns `ip[:port]` of a resolver; by default the system's resolver with its hosts file
 * @param connectMs how long the caller waits at most, in milliseconds
 * @throws Error (ERR_INVALID_IP_ADDRESS) when `dns` is invalid
 */
export function createLookup(dns: string | null | undefined, connectMs = 5000): Lookup {
  if (!dns) {
    return async name => (await lookup(name, { all: true, order: 'ipv4first' })).map(answer => answer.address)
  }
  new Resolver().setServers([dns])
  return async (name, signal) => {
    const answers = await withResolver(dns, connectMs, signal, resolver =>
      Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]),
    )
    const found = answers.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []))
    const failure = answers.find(answer => answer.status === 'rejected')
    const isUnknown = answers.every(answer => answer.status === 'fulfilled' || isUnknownName(answer.reason))
    // An unknown name is distinguished from a resolver that does not answer.
    if (found.length === 0 && isUnknown && failure) throw failure.reason
    return found
  }
}

/**
 * Creates the lookup of TXT records. It returns the texts of a name, and none for every failure.
 * @param dns as for `createLookup`
 */
export function createTextLookup(
  dns: string | null | undefined,
  connectMs = 5000,
): (name: string, signal?: AbortSignal) => Promise<string[]> {
  return async (name, signal) => {
    try {
      const texts = await withResolver(dns, connectMs, signal, resolver => resolver.resolveTxt(name))
      return texts.map(parts => parts.join(''))
    } catch {
      return []
    }
  }
}

/** Asks a resolver, by default the system's, until the signal is aborted. */
async function withResolver<T>(
  dns: string | null | undefined,
  connectMs: number,
  signal: AbortSignal | undefined,
  work: (resolver: Resolver) => Promise<T>,
): Promise<T> {
  const resolver = new Resolver({ timeout: connectMs * 0.4, tries: 2 })
  if (dns) resolver.setServers([dns])
  const cancel = () => resolver.cancel()
  signal?.addEventListener('abort', cancel, { once: true })
  try {
    return await work(resolver)
  } finally {
    signal?.removeEventListener('abort', cancel)
  }
}

/** The codes of a resolver that answered: no such name, or no address for it. */
const unknownNameCodes = new Set(['ENOTFOUND', 'ENODATA', 'ENONAME'])

const isUnknownName = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && unknownNameCodes.has(String(error.code))

/**
 * Resolves the addresses that a connection to this host may use. They are resolved once, and the connection
 * uses only these, so that a second, different answer has no effect (S04, S05).
 * @returns one address for a literal, otherwise up to four
 * @throws FetchRefused dns, or not-global when any of the answers is not public
 */
export async function pinAddresses(
  url: URL,
  policy: AddressPolicy,
  resolveName: Lookup,
  signal: AbortSignal,
): Promise<string[]> {
  policy.check(url)
  const host = stripBrackets(url)
  if (ipaddr.isValid(host)) {
    await rejectOwnAddresses(url, [host], policy, resolveName, signal)
    return [host]
  }
  // Only reached when the operator allowed it; an external resolver need not know this name (RFC 6761).
  if (isLocalhost(host)) return ['127.0.0.1', '::1']
  const answers = await raceAbort(resolveName(host, signal), signal).catch((error: unknown) => {
    signal.throwIfAborted()
    throw new FetchRefused('dns', isUnknownName(error) ? 'no-such-host' : undefined)
  })
  if (answers.length === 0) throw new FetchRefused('dns')
  if (!policy.allows(url) && !answers.every(isPublicAddress)) throw new FetchRefused('not-global')
  // On the default ports one address may serve many names, selected by the name; on other ports it is one
  // server.
  if (![80, 443].includes(effectivePort(url)))
    await rejectOwnAddresses(url, answers, policy, resolveName, signal)
  return answers.slice(0, 4)
}

/**
 * Refuses the addresses of this server itself, under any name.
 * @throws FetchRefused own
 */
async function rejectOwnAddresses(
  url: URL,
  addresses: readonly string[],
  policy: AddressPolicy,
  resolveName: Lookup,
  signal: AbortSignal,
): Promise<void> {
  const normalized = (address: string) => ipaddr.process(address).toString()
  const requested = new Set(addresses.map(normalized))
  for (const name of policy.ownNames(effectivePort(url))) {
    if (isLocalhost(name)) continue
    const own = await raceAbort(resolveName(name, signal), signal).catch(() => {
      signal.throwIfAborted()
      return []
    })
    if (own.some(address => requested.has(normalized(address)))) throw new FetchRefused('own')
  }
}

/** Aborts the wait for work that cannot be cancelled, such as the system's resolver. */
async function raceAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
