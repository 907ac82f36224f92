import { createGate, nextHop, parseAddress } from './address.ts'
import { createAsk, type Clocks, type FetchedPage, type FetchWish } from './askOnce.ts'
import { FetchRefused, type RefusalReason } from './fetchRefused.ts'
import { createLookup } from './resolve.ts'
import { unknownCaller } from './fetchCaller.ts'
import { createConcurrencyLimits, type Shares } from './concurrencyLimits.ts'

/** How the door is built. Times in milliseconds; the defaults are those of the threat table (S03, S11, S14). */
export interface FetcherOptions {
  /** Exact `host:port` entries that are let in though they are private. */
  allowPrivate: string[]
  /** Origins of this server itself, which are never asked. */
  own?: readonly string[]
  /** `ip[:port]` of a resolver; without it the system's. */
  dns?: string | null
  /** Name resolution, TCP and TLS together. */
  connectMs?: number
  firstByteMs?: number
  /** Everything: the wait in line, all redirects, the body. */
  totalMs?: number
  /** A failure is answered no sooner than this, so that its time tells nothing (S09). */
  failureMs?: number
  /** How the slots are shared. */
  shares?: Partial<Shares>
  maxRedirects?: number
}

export type { FetchedPage, FetchWish }

/** Slow sites hold their slots for 15 s: whoever asks for many of them leaves enough to everybody else. */
const defaultShares: Shares = {
  whole: { running: 24, perCaller: 4, waiting: 96, waitingPerCaller: 16 },
  visitors: { running: 6, perCaller: 2, waiting: 16, waitingPerCaller: 4 },
  jobs: { running: 8, perCaller: 2, waiting: 32, waitingPerCaller: 8 },
  peoplePerAddress: 8,
  patienceMs: 5000,
}

/** The one guarded door to the world (S07). */
export interface Fetcher {
  /** @throws FetchRefused and nothing else */
  fetchPage(address: string, wish: FetchWish): Promise<FetchedPage>
  /** Whether an address passes what can be told without asking anyone (S08): scheme, length, literal host, port. */
  mayFetch(address: string): boolean
  /** Aborts everything under way; later calls are refused. */
  close(): void
}

/**
 * Makes the door.
 * @throws Error when an entry of `allowPrivate` or `dns` cannot be used
 */
export function createFetcher(options: FetcherOptions): Fetcher {
  const {
    connectMs = 5000,
    firstByteMs = 10_000,
    totalMs = 15_000,
    failureMs = 250,
    maxRedirects = 5,
  } = options
  const gate = createGate(options.allowPrivate, options.own)
  const ask = createAsk({ gate, look: createLookup(options.dns), connectMs, firstByteMs })
  const slots = createConcurrencyLimits({ ...defaultShares, ...options.shares })
  const closing = new AbortController()

  async function fetchPage(address: string, wish: FetchWish): Promise<FetchedPage> {
    const started = performance.now()
    const ended = new AbortController()
    const stop = (reason: RefusalReason) => ended.abort(new FetchRefused(reason))
    const timer = setTimeout(stop, Math.min(wish.totalMs ?? totalMs, totalMs), 'total-timeout')
    const giveUp = () => stop('aborted')
    const outer = wish.signal ? AbortSignal.any([wish.signal, closing.signal]) : closing.signal
    outer.addEventListener('abort', giveUp, { once: true })
    if (outer.aborted) giveUp()
    try {
      const clocks = { signal: ended.signal, stop }
      return await slots.run(wish.caller ?? unknownCaller, () => follow(address, wish, clocks), ended.signal)
    } catch (error) {
      clearTimeout(timer)
      const early = failureMs - (performance.now() - started)
      if (early > 0 && !outer.aborted) await new Promise(done => setTimeout(done, early))
      throw error instanceof FetchRefused ? error : new FetchRefused(errorReason(error))
    } finally {
      clearTimeout(timer)
      outer.removeEventListener('abort', giveUp)
    }
  }

  /** Goes from address to address; each is parsed, checked, resolved and pinned anew (S03). */
  async function follow(address: string, wish: FetchWish, clocks: Clocks): Promise<FetchedPage> {
    const first = parseAddress(address)
    let next = { url: first.url, carriedCredentials: first.hadCredentials }
    for (let hop = 0; hop <= maxRedirects; hop++) {
      const answer = await ask(next.url, wish, clocks)
      if (!('location' in answer)) return answer
      next = nextHop(next.url, answer.location, next.carriedCredentials)
    }
    throw new FetchRefused('redirects')
  }

  return {
    fetchPage,
    mayFetch(address) {
      try {
        gate.check(parseAddress(address).url)
        return true
      } catch {
        return false
      }
    },
    close: () => closing.abort(),
  }
}

function errorReason(error: unknown): RefusalReason {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  return code === 'UND_ERR_HEADERS_OVERFLOW' ? 'headers' : 'protocol'
}
