import { createFairSemaphore } from '../concurrency/fairSemaphore.ts'
import { parseAddress } from './requests/addressPolicy.ts'
import { createCookies } from './requests/cookies.ts'
import {
  createFetcher,
  type FetchedPage,
  type FetcherOptions,
  type FetchRequest,
} from './requests/fetchPage.ts'
import { FetchRefused, type RefusalDetail, type RefusalReason } from './requests/fetchRefused.ts'
import { createHostTurns } from './turns/hostTurns.ts'
import { isChallengePage } from './pageMeta/challenge.ts'
import { createRobots } from './turns/robots.ts'
import { permanentRedirects } from './requests/sendRequest.ts'

/** What a visit to an address has shown. */
export interface Visit {
  /** The HTTP status of the last response; 0 without one. */
  status: number
  /** Why there is no response, or 'robots' when the rules of the site exclude the visit; null for a response. */
  reason: RefusalReason | RefusalDetail | 'robots' | null
  /** The response is a check for robots. */
  isChallenge: boolean
  /** The address of the last response. */
  url: string
  /** The address to which permanent redirects lead; null without one. */
  movedTo: string | null
  /** The status of the first of them; 0 without one. */
  movedBy: number
  /** How long the site asks to wait, in milliseconds; null when it asks for nothing. */
  retryAfterMs: number | null
}

/** Visits addresses to find out whether they answer. Bodies are not stored (S20). */
export interface LinkVisitor {
  /** How long to wait before the second visit of an address that failed, in milliseconds. */
  readonly retryMs: number
  /**
   * Visits an address: HEAD, then GET where HEAD is inconclusive; one request to a host at a time, a second apart or as
   * its robots.txt asks for. Redirects count as requests to their hosts.
   * @param options `owner`: the person whose share of the requests it uses; `onlyGet`: skips HEAD
   * @throws the signal's reason when it aborts; FetchRefused aborted when the visitor is closed
   */
  visit(address: string, options: { owner: string; onlyGet?: boolean; signal: AbortSignal }): Promise<Visit>
  /** Lets no visit start at the host of an address for a while, in milliseconds. */
  hold(address: string, ms: number): void
  /** Returns true when an address passes the checks that need no network (S08). */
  isVisitable(address: string): boolean
  close(): void
}

/** Options of the visitor, those of the fetcher included. Times in milliseconds. */
export interface LinkVisitorOptions extends FetcherOptions {
  /** The pause between two requests to a host. */
  pauseMs?: number
  retryMs?: number
}

/** Requests at once, in all and for one person: silent sites take a slot for 20 s each. */
const slotLimits = { concurrency: 64, perKey: 48, queueLength: Infinity, queuePerKey: Infinity }
/** The fetcher itself limits nothing, because its time limit includes the wait. */
const anyNumber = { running: 1000, perCaller: 1000, waiting: 1000, waitingPerCaller: 1000 }
/** How long a site may take to answer, and to send its robots.txt. */
const answerMs = 20_000
const robotsMs = 10_000
const maxRedirects = 5
/** The beginning of a page, in which challenges are recognised. */
const firstBytes = 16_384
/** Sites that want longer pauses than this, in seconds, are not visited. */
const maxCrawlDelay = 60

/** The statuses with which servers refuse the method HEAD or what they take for a robot are inconclusive, as is every error. */
const isGood = (status: number) => status >= 200 && status <= 299
/** Failures for which GET shows nothing more than HEAD. */
const finalReasons = new Set<Visit['reason']>([
  'no-such-host',
  'dns',
  'connect',
  'tls',
  'certificate-ended',
  'not-global',
  'own',
  'port',
  'address',
  'scheme',
  'too-long',
  'connect-timeout',
  'first-byte-timeout',
  'total-timeout',
])

/** Returns the function that follows redirects one by one, each in the turn of its host. */
function createFollow(
  takeTurn: (address: string, request: FetchRequest, pauseMs: number) => Promise<FetchedPage>,
  crawlDelayOf: (address: string) => number,
) {
  return async function follow(
    start: string,
    method: 'HEAD' | 'GET',
    { owner, signal }: { owner: string; signal: AbortSignal },
  ): Promise<Visit> {
    const cookies = createCookies()
    let address = start
    let movedTo: string | null = null
    let movedBy = 0
    let isPermanent = true
    const seen = { url: start, movedTo: null, movedBy: 0, isChallenge: false, retryAfterMs: null }
    try {
      for (let hop = 0; hop <= maxRedirects; hop++) {
        const page: FetchedPage = await takeTurn(
          address,
          {
            method,
            // A HEAD has no body, and of a page only its beginning is read.
            maxBytes: method === 'HEAD' ? 0 : firstBytes,
            overflow: 'cut',
            ...(method === 'GET' && { firstBytes }),
            accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
            redirect: 'return',
            cookies,
            caller: { kind: 'job', key: owner },
            signal,
          },
          1000 * crawlDelayOf(address),
        )
        const { status, location, body } = page
        if (location === undefined)
          return {
            status,
            reason: null,
            isChallenge: page.isChallenge === true || isChallengePage(body.toString('utf8')),
            url: address,
            movedTo,
            movedBy,
            retryAfterMs: parseRetryAfter(page.retryAfter),
          }
        isPermanent &&= permanentRedirects.has(status)
        address = location
        if (isPermanent) {
          movedTo = location
          movedBy ||= status
        }
      }
      return { ...seen, url: address, status: 0, reason: 'redirects' }
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof FetchRefused) || own.has(error.reason)) throw error
      return { ...seen, url: address, status: 0, reason: error.detail ?? error.reason }
    }
  }
}

/** Failures of this server, which say nothing about a site. */
const own = new Set<RefusalReason>(['aborted', 'busy'])

/** Creates the visitor; it has separate connections, so that previews never wait for it. */
export function createLinkVisitor(options: LinkVisitorOptions): LinkVisitor {
  const shares = { total: anyNumber, visitors: anyNumber, jobs: anyNumber }
  const times = { connectMs: answerMs / 2, firstByteMs: answerMs, totalMs: answerMs }
  const fetcher = createFetcher({ ...times, ...options, shares: { ...shares, maxWaitMs: 1000 } })
  const slots = createFairSemaphore(slotLimits)
  const turns = createHostTurns(options.pauseMs ?? 1000)
  const robots = createRobots({
    fetchPage: (address, request) =>
      takeTurn(address, { ...request, totalMs: robotsMs, caller: request.caller }, 0),
  })

  async function takeTurn(address: string, request: FetchRequest, pauseMs: number): Promise<FetchedPage> {
    const { signal, caller } = request
    const { hostname } = new URL(address)
    return turns.run(
      hostname,
      () => slots.run(caller?.key ?? '', () => fetcher.fetchPage(address, request), { signal }),
      { pauseMs, ...(signal && { signal }) },
    )
  }

  const follow = createFollow(takeTurn, robots.crawlDelayOf)

  return {
    retryMs: options.retryMs ?? 5000,
    async visit(address, { owner, onlyGet = false, signal }) {
      const start = toVisited(address)
      const nothing = {
        status: 0,
        isChallenge: false,
        url: address,
        movedTo: null,
        movedBy: 0,
        retryAfterMs: null,
      }
      if (start === null || !fetcher.isFetchable(start)) return { ...nothing, reason: 'not-global' }
      const caller = { kind: 'job', key: owner } as const
      const isAllowed = await robots.allows(start, caller, signal)
      signal.throwIfAborted()
      if (!isAllowed || robots.crawlDelayOf(start) > maxCrawlDelay) return { ...nothing, reason: 'robots' }
      if (!onlyGet) {
        const answer = await follow(start, 'HEAD', { owner, signal })
        const isEnough = answer.reason === null ? isGood(answer.status) : finalReasons.has(answer.reason)
        if ((isEnough && !answer.isChallenge) || answer.retryAfterMs !== null) return answer
      }
      return follow(start, 'GET', { owner, signal })
    },
    hold(address, ms) {
      const host = URL.parse(address)?.hostname
      if (host) turns.hold(host, ms)
    },
    isVisitable: address => toVisited(address) !== null && fetcher.isFetchable(address),
    close: () => fetcher.close(),
  }
}

/** Returns the address without user name, password and fragment; null when it is none of the web. */
function toVisited(address: string): string | null {
  try {
    const { url } = parseAddress(address)
    url.hash = ''
    return url.href
  } catch {
    return null
  }
}

/** Reads a Retry-After header: seconds, or a date (RFC 9110). Returns milliseconds; null without one. */
export function parseRetryAfter(header: string | undefined, now = Date.now()): number | null {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text) * 1000
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}
