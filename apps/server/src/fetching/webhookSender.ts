import type { FetchCaller } from './turns/fetchCaller.ts'
import { createFetcher, type Fetcher, type FetcherOptions } from './requests/fetchPage.ts'
import type { FetchLimits } from './turns/concurrencyLimits.ts'

/** Calls webhook addresses. */
export interface WebhookSender extends Pick<Fetcher, 'close'> {
  /**
   * Sends a JSON body once. Redirects are not followed, and only the status of the response is returned (S09).
   * @param caller the owner of the webhook
   * @returns the HTTP status, of success or failure
   * @throws FetchRefused and nothing else: blocked, unreachable, too slow, or not HTTP
   */
  post(address: string, signed: SignedBody, caller: FetchCaller, signal?: AbortSignal): Promise<number>
  /** Returns true when an address passes the checks that need no network (S08). */
  isAllowed(address: string): boolean
}

/** A JSON body with its headers. */
interface SignedBody {
  body: string
  headers: Record<string, string>
}

/** Jobs make most calls; the test of a webhook, for which a person waits, has reserved slots. */
const limits: Partial<FetchLimits> = {
  total: { running: 16, perCaller: 3, waiting: 64, waitingPerCaller: 8 },
  jobs: { running: 12, perCaller: 3, waiting: 64, waitingPerCaller: 8 },
}

/** Maximum bytes of a response to read: enough for ordinary receivers to complete it. */
const maxResponseBytes = 4096

/**
 * Creates the poster: a fetcher with separate slots, so that slow receivers do not delay previews.
 * @param options with the timeout of a call, half of which is for the connection
 */
export function createWebhookSender(options: FetcherOptions & { totalMs: number }): WebhookSender {
  const { totalMs } = options
  const fetcher = createFetcher({
    shares: limits,
    connectMs: totalMs / 2,
    firstByteMs: totalMs,
    ...options,
  })
  return {
    async post(address, { body, headers }, caller, signal) {
      const { status } = await fetcher.fetchPage(address, {
        maxBytes: maxResponseBytes,
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
    isAllowed: address => fetcher.isFetchable(address),
    close: () => fetcher.close(),
  }
}
