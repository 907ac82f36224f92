import { createFetcher, type Fetcher, type FetcherOptions } from './fetchPage.ts'

/** Calls addresses that people gave, about what happened in their library. */
export interface Poster extends Pick<Fetcher, 'close'> {
  /**
   * Sends a JSON body once. Redirects are not followed, and of the answer nothing but its status is kept (S09).
   * @returns the HTTP status, whatever it is
   * @throws FetchRefused and nothing else: blocked, unreachable, too slow, or not an answer of HTTP
   */
  post(address: string, body: string, headers: Record<string, string>, signal?: AbortSignal): Promise<number>
  /** Whether an address passes what can be told without asking anyone (S08). */
  mayPost(address: string): boolean
}

/** So much of an answer is read: enough to let an ordinary receiver finish its sentence, in bytes. */
const mostRead = 4096
/** The whole call, in milliseconds. */
export const postMs = 10_000

/** Makes the poster: the guarded door once more, with slots of its own, so that slow receivers hold up nobody's previews. */
export function createPoster(options: FetcherOptions): Poster {
  const fetcher = createFetcher({ totalMs: postMs, ...options })
  return {
    async post(address, body, headers, signal) {
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
        signal,
      })
      return status
    },
    mayPost: address => fetcher.mayFetch(address),
    close: () => fetcher.close(),
  }
}
