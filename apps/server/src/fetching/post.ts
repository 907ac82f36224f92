import type { FetchCaller } from './fetchCaller.ts'
import { createFetcher, type Fetcher, type FetcherOptions } from './fetchPage.ts'
import type { Shares } from './concurrencyLimits.ts'

/** Calls addresses that people gave, about what happened in their library. */
export interface Poster extends Pick<Fetcher, 'close'> {
  /**
   * Sends a JSON body once. Redirects are not followed, and of the answer nothing but its status is kept (S09).
   * @param caller whose webhook it is
   * @returns the HTTP status, whatever it is
   * @throws FetchRefused and nothing else: blocked, unreachable, too slow, or not an answer of HTTP
   */
  post(address: string, signed: SignedBody, caller: FetchCaller, signal?: AbortSignal): Promise<number>
  /** Whether an address passes what can be told without asking anyone (S08). */
  mayPost(address: string): boolean
}

/** A JSON body with its headers. */
export interface SignedBody {
  body: string
  headers: Record<string, string>
}

/** Most calls are made by jobs; a test of a webhook, which a person waits for, finds slots beside them. */
const shares: Partial<Shares> = {
  whole: { running: 16, perCaller: 3, waiting: 64, waitingPerCaller: 8 },
  jobs: { running: 12, perCaller: 3, waiting: 64, waitingPerCaller: 8 },
}

/** So much of an answer is read: enough to let an ordinary receiver finish its sentence, in bytes. */
const mostRead = 4096
/** Makes the poster: the guarded door once more, with slots of its own, so that slow receivers hold up nobody's previews. */
export function createPoster(options: FetcherOptions): Poster {
  const fetcher = createFetcher({ shares, ...options })
  return {
    async post(address, { body, headers }, caller, signal) {
      const { status } = await fetcher.fetchPage(address, {
        maxBytes: mostRead,
        overflow: 'cut',
        post: {
          body,
          headers: {
            'user-agent': 'Nestmark-Webhooks/1.0',
            'content-type': 'application/json; charset=utf-8',
            accept: '*/*',
            ...headers,
          },
        },
        caller,
        signal,
      })
      return status
    },
    mayPost: address => fetcher.mayFetch(address),
    close: () => fetcher.close(),
  }
}
