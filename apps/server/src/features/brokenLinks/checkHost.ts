import { sleep } from '../../fetching/turns/hostTurns.ts'
import type { LinkVisitor, Visit } from '../../fetching/linkVisitor.ts'
import type { CheckableLink } from './checkStore.ts'

/** How the links of one host are checked. */
export interface HostCheck {
  visitor: LinkVisitor
  /** The person whose links they are. */
  owner: string
  signal: AbortSignal
  /** Receives the last visit of each link. */
  record: (link: CheckableLink, visit: Visit) => void
}

/** How many visits of a site may fail in a row before its other links get the same result without a visit. */
const maxFailures = 2
/** The longest time for which a site is waited for, in milliseconds. */
const maxHoldMs = 60_000

/** Failures that concern the entire site. */
const ofSite = new Set<Visit['reason']>([
  'no-such-host',
  'dns',
  'connect',
  'connect-timeout',
  'first-byte-timeout',
  'total-timeout',
])
/** Failures that may pass in a moment. */
const passing = new Set<Visit['reason']>([...ofSite, 'protocol', 'encoding', 'headers'])
passing.delete('no-such-host')

const asksToWait = ({ status, retryAfterMs }: Visit) =>
  retryAfterMs !== null && (status === 429 || status >= 500)
const mayPass = (visit: Visit) =>
  visit.reason === null ? visit.status >= 500 || asksToWait(visit) : passing.has(visit.reason)

interface Site {
  failures: number
  /** The result of all its further links. */
  end: Visit | null
}

/**
 * Visits the links of one host one after the other, and those that fail for a reason that may pass once more at the end.
 * A site that does not answer, or asks for a long pause, is not visited for each of its links.
 * @throws the signal's reason when it aborts
 */
export async function checkHost(links: AsyncIterable<CheckableLink>, check: HostCheck): Promise<void> {
  const { visitor, owner, signal, record } = check
  const again: CheckableLink[] = []
  const sites = new Map<string, Site>()
  const siteOf = (address: string, from: Map<string, Site>): Site => {
    const origin = URL.parse(address)?.origin ?? ''
    const site = from.get(origin) ?? { failures: 0, end: null }
    from.set(origin, site)
    return site
  }
  const hold = ({ address }: CheckableLink, { retryAfterMs }: Visit) => {
    if (retryAfterMs !== null && retryAfterMs <= maxHoldMs) visitor.hold(address, retryAfterMs)
  }

  for await (const link of links) {
    const site = siteOf(link.address, sites)
    const visit = site.end ?? (await visitor.visit(link.address, { owner, signal }))
    const waitsLong = asksToWait(visit) && (visit.retryAfterMs ?? 0) > maxHoldMs
    site.failures = ofSite.has(visit.reason) ? site.failures + 1 : 0
    if (waitsLong || visit.reason === 'no-such-host' || site.failures >= maxFailures) site.end ??= visit
    if (asksToWait(visit)) hold(link, visit)
    if (mayPass(visit) && !waitsLong) again.push(link)
    else record(link, visit)
  }
  if (again.length === 0) return
  await sleep(visitor.retryMs, signal)
  const ended = new Map<string, Site>()
  for (const link of again) {
    const site = siteOf(link.address, ended)
    const visit = site.end ?? (await visitor.visit(link.address, { owner, signal, onlyGet: true }))
    if (ofSite.has(visit.reason) || asksToWait(visit)) site.end ??= visit
    record(link, visit)
  }
}
