import { createAddressPolicy, resolveRedirect, parseAddress } from './addressPolicy.ts'
import { createCookies } from './cookies.ts'
import { resolveWebAddress } from '../pageMeta/metadata.ts'
import { parseRefresh } from './refresh.ts'
import {
  createSendRequest,
  type Answer,
  type FetchAbort,
  type FetchedPage,
  type FetchRequest,
  permanentRedirects,
} from './sendRequest.ts'
import { FetchRefused, type RefusalReason } from './fetchRefused.ts'
import { createLookup } from './resolve.ts'
import { unknownCaller } from '../turns/fetchCaller.ts'
import { createConcurrencyLimits, type FetchLimits } from '../turns/concurrencyLimits.ts'

/**
 * Options of the fetcher. Times in milliseconds; the defaults are those of the threat table (S03, S11, S14).
 */
export interface FetcherOptions {
  /** Exact `host:port` entries that are allowed although they are private. */
  allowPrivate: string[]
  /** Origins of this server itself, which are refused. */
  own?: readonly string[]
  /** `ip[:port]` of a resolver; by default the system's. */
  dns?: string | null
  /** Name resolution, TCP and TLS together. */
  connectMs?: number
  firstByteMs?: number
  /** The total: waiting for a slot, all redirects, the body. */
  totalMs?: number
  /** Minimum time until a failure, so that its duration reveals nothing (S09). */
  failureMs?: number
  /** The shares of the callers. */
  shares?: Partial<FetchLimits>
  maxRedirects?: number
}

export type { FetchedPage, FetchRequest }

/** Slow sites hold their slots for 15 s: a caller with many of them must leave slots for others. */
const defaultLimits: FetchLimits = {
  total: { running: 24, perCaller: 4, waiting: 96, waitingPerCaller: 16 },
  visitors: { running: 6, perCaller: 2, waiting: 16, waitingPerCaller: 4 },
  jobs: { running: 8, perCaller: 2, waiting: 32, waitingPerCaller: 8 },
  peoplePerAddress: 8,
  maxWaitMs: 5000,
}

/** The only access to other servers (S07). */
export interface Fetcher {
  /** @throws FetchRefused and nothing else */
  fetchPage(address: string, request: FetchRequest): Promise<FetchedPage>
  /**
   * Returns true when an address passes the checks that need no network (S08): scheme, length, literal host,
   * port.
   */
  isFetchable(address: string): boolean
  /** Aborts all running fetches and refuses later ones. */
  close(): void
}

/**
 * Creates the fetcher.
 * @throws Error when an entry of `allowPrivate` or `dns` is invalid
 */
export function createFetcher(options: FetcherOptions): Fetcher {
  const {
    connectMs = 5000,
    firstByteMs = 10_000,
    totalMs = 15_000,
    failureMs = 250,
    maxRedirects = 5,
  } = options
  const policy = createAddressPolicy(options.allowPrivate, options.own)
  const sendRequest = createSendRequest({
    policy,
    resolveName: createLookup(options.dns, connectMs),
    connectMs,
    firstByteMs,
  })
  const slots = createConcurrencyLimits({ ...defaultLimits, ...options.shares })
  const closing = new AbortController()

  async function fetchPage(address: string, request: FetchRequest): Promise<FetchedPage> {
    const started = performance.now()
    const ended = new AbortController()
    const stop = (reason: RefusalReason) => ended.abort(new FetchRefused(reason))
    const timer = setTimeout(stop, Math.min(request.totalMs ?? totalMs, totalMs), 'total-timeout')
    const abort = () => stop('aborted')
    const callerSignal = request.signal ? AbortSignal.any([request.signal, closing.signal]) : closing.signal
    callerSignal.addEventListener('abort', abort, { once: true })
    if (callerSignal.aborted) abort()
    try {
      const fetchAbort = { signal: ended.signal, stop }
      return await slots.run(
        request.caller ?? unknownCaller,
        () => followRedirects(address, request, fetchAbort),
        ended.signal,
      )
    } catch (error) {
      clearTimeout(timer)
      const remainingMs = failureMs - (performance.now() - started)
      if (remainingMs > 0 && !callerSignal.aborted) await new Promise(done => setTimeout(done, remainingMs))
      throw error instanceof FetchRefused ? error : new FetchRefused(toRefusalReason(error))
    } finally {
      clearTimeout(timer)
      callerSignal.removeEventListener('abort', abort)
    }
  }

  /**
   * Follows redirects and pages that move by themselves; each address is parsed, checked, resolved and pinned again
   * (S03). Cookies are sent back within this chain only.
   */
  async function followRedirects(
    address: string,
    request: FetchRequest,
    fetchAbort: FetchAbort,
  ): Promise<FetchedPage> {
    const first = parseAddress(address)
    let next = { url: first.url, carriedCredentials: first.hadCredentials }
    const redirects: string[] = []
    const cookies = request.cookies ?? createCookies()
    let movedTo: string | undefined
    let isMovedForGood = true
    for (let hop = 0; hop <= maxRedirects; hop++) {
      const from = next.url
      const answer = await sendRequest(from, request, fetchAbort, cookies.headerFor(from))
      const hasNewCookie = cookies.add(from, answer.cookies)
      const location = 'location' in answer ? answer.location : await findMove(answer, request, fetchAbort)
      if (location !== undefined) next = resolveRedirect(from, location, next.carriedCredentials)
      if ('location' in answer && request.redirect === 'return') return toRedirect(from, answer, next.url)
      // A page that moves to itself is an ordinary one, which reloads.
      const isMoved = location !== undefined && (hasNewCookie || !isSamePage(next.url, from))
      if ('page' in answer && !isMoved) return { ...answer.page, redirects, movedTo }
      redirects.push(next.url.href)
      isMovedForGood &&= 'location' in answer && permanentRedirects.has(answer.status)
      if (isMovedForGood) movedTo = next.url.href
    }
    throw new FetchRefused('redirects')
  }

  return {
    fetchPage,
    isFetchable(address) {
      try {
        policy.check(parseAddress(address).url)
        return true
      } catch {
        return false
      }
    },
    close: () => closing.abort(),
  }
}

/** Returns a redirect as a response. */
const toRedirect = (from: URL, { status }: { status: number }, to: URL): FetchedPage => ({
  url: from.href,
  status,
  location: to.href,
  contentType: '',
  body: Buffer.alloc(0),
})

function isSamePage(a: URL, b: URL): boolean {
  return a.href.split('#', 1)[0] === b.href.split('#', 1)[0]
}

function toRefusalReason(error: unknown): RefusalReason {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  return code === 'UND_ERR_HEADERS_OVERFLOW' ? 'headers' : 'protocol'
}

/** Returns where a page moves by itself, or undefined when it does not. */
async function findMove(
  { page, refresh }: Extract<Answer, { page: FetchedPage }>,
  { findMove: findInPage }: FetchRequest,
  { signal }: FetchAbort,
): Promise<string | undefined> {
  const isPage = page.status >= 200 && page.status <= 299
  // A page that took all of the time is returned as far as it arrived.
  if (!findInPage || !isPage || signal.aborted) return undefined
  return resolveWebAddress(parseRefresh(refresh), page.url) ?? findInPage(page, signal)
}
