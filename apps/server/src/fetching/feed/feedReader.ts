import { createConcurrencyLimits, type FetchLimits } from '../turns/concurrencyLimits.ts'
import type { FetchCaller } from '../turns/fetchCaller.ts'
import type { FetchedPage, Fetcher } from '../requests/fetchPage.ts'
import { createThreadPool } from '../threads/threadPool.ts'
import type { FeedContent, RawFeed } from './parseFeedText.ts'

/** The response to a request for a feed, of any status. */
export interface FeedAnswer
  extends
    FeedContent,
    Pick<FetchedPage, 'url' | 'status' | 'movedTo' | 'etag' | 'lastModified' | 'retryAfter'> {}

/** Reads feeds. */
export interface FeedReader {
  /**
   * Fetches an address and reads it as a feed, or as a page that names feeds.
   * @param known validators of the last response: the server may answer 304, without a feed
   * @throws FetchRefused and nothing else
   */
  fetchFeed(
    address: string,
    caller: FetchCaller,
    options?: { known?: { etag: string | null; lastModified: string | null }; signal?: AbortSignal },
  ): Promise<FeedAnswer>
  close(): Promise<void>
}

/** Maximum size of a feed or page, in bytes. */
const maxBytes = 5_000_000
const accept =
  'application/atom+xml,application/rss+xml,application/feed+json,application/rdf+xml;q=0.9,application/xml;q=0.8,text/html;q=0.7,*/*;q=0.5'

/** One feed per caller is parsed at a time. */
const parseLimits: FetchLimits = {
  total: { running: 2, perCaller: 1, waiting: 96, waitingPerCaller: 16 },
  visitors: { running: 1, perCaller: 1, waiting: 16, waitingPerCaller: 4 },
  jobs: { running: 1, perCaller: 1, waiting: 32, waitingPerCaller: 8 },
  peoplePerAddress: 2,
  maxWaitMs: 5000,
}

/**
 * Creates the feed reader; its threads start with the first feed.
 * @param options times in milliseconds: the timeout for parsing one feed, and after which an idle thread ends
 */
export function createFeedReader({
  fetcher,
  parseMs = 5000,
  idleMs = 10_000,
}: {
  fetcher: Fetcher
  parseMs?: number | undefined
  idleMs?: number | undefined
}): FeedReader {
  const threads = createThreadPool<RawFeed, FeedContent>(
    parseLimits.total.running,
    createConcurrencyLimits(parseLimits),
    {
      entry: new URL('./readFeed.worker.ts', import.meta.url),
      jobMs: parseMs,
      idleMs,
      queueLength: 1,
      maxWaitMs: 5000,
      memoryMb: 192,
    },
  )
  return {
    async fetchFeed(address, caller, { known, signal } = {}) {
      const page = await fetcher.fetchPage(address, { maxBytes, accept, caller, signal, known })
      const { url, status, movedTo, etag, lastModified, retryAfter, charset, body: bytes } = page
      const isRead = status >= 200 && status <= 299 && bytes.length > 0
      const content = isRead ? await threads.run(caller, { url, bytes, charset }, signal) : null
      return { url, status, movedTo, etag, lastModified, retryAfter, feed: null, named: [], ...content }
    },
    close: () => threads.close(),
  }
}
