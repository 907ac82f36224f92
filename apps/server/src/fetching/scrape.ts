import {
  createFetcher,
  type FetchRequest,
  type FetchedPage,
  type Fetcher,
  type FetcherOptions,
} from './requests/fetchPage.ts'
import type { FetchCaller } from './turns/fetchCaller.ts'
import { FetchRefused } from './requests/fetchRefused.ts'
import { getMaxBytes } from './pageKind.ts'
import type { Pictures } from '../media/mediaTasks.ts'
import { convertToPng, createPictures } from './picture.ts'
import { type CopyOptions, createPageCopier, type PageCopy } from './copy/copyPage.ts'
import { runPolitely } from './copy/fetchResources.ts'
import { type BlogReader, createBlogReader } from './blog/blogReader.ts'
import { createDomainProofs, type DomainProofs } from './domainProof.ts'
import { createFeedReader, type FeedReader } from './feed/feedReader.ts'
import { createPageReader, type PageSummary } from './readPage.ts'
import { createRobots } from './turns/robots.ts'

/** Reads pages, pictures and feeds of other servers. */
export interface Scraper
  extends
    Fetcher,
    Pick<FeedReader, 'fetchFeed'>,
    Pick<BlogReader, 'fetchPosts' | 'fetchBlogPicture'>,
    DomainProofs {
  /**
   * Reads the metadata of a page.
   * @param address absolute, http or https
   * @param caller the caller whose share it counts against
   * @param options `cachePage` to cache the page for a following `fetchFull` of this caller
   * @throws FetchRefused and nothing else
   */
  scrape(
    address: string,
    caller: FetchCaller,
    signal?: AbortSignal,
    options?: { cachePage?: boolean },
  ): Promise<PageSummary>
  /**
   * Fetches a page, picture or document for storage: any status, one request to a host at a time.
   * @throws FetchRefused and nothing else
   */
  fetchFull(address: string, caller: FetchCaller, signal?: AbortSignal): Promise<FetchedPage>
  /** Returns whether the rules of the site allow an automatic copy. */
  allowsCopies(address: string, caller: FetchCaller, signal?: AbortSignal): Promise<boolean>
  /**
   * Copies a fetched page with the resources that it shows.
   * @throws FetchRefused and nothing else
   */
  copyPage(page: FetchedPage, options: CopyOptions): Promise<PageCopy>
  /**
   * Fetches a picture and creates small versions of it.
   * @throws FetchRefused and nothing else
   */
  fetchPicture(address: string, caller: FetchCaller, signal?: AbortSignal): Promise<Pictures>
  /**
   * Fetches a picture as a small PNG.
   * @throws FetchRefused and nothing else
   */
  fetchPng(address: string, caller: FetchCaller, signal?: AbortSignal): Promise<Buffer>
  /** Aborts all running fetches and ends the worker threads. */
  close(): Promise<void>
}

/** Options of the scraper: those of the fetcher, and timeouts of the reader in milliseconds. */
export interface ScraperOptions extends FetcherOptions {
  parseMs?: number
  idleMs?: number
  oEmbedMs?: number
}

const acceptPage = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const acceptPicture = 'image/webp,image/avif,image/jpeg,image/png,image/gif'
/** Maximum size of a picture, in bytes (S12). */
const maxPictureBytes = 10_000_000

/** Maximum sizes of stored content, in bytes: for pages the same as for reading, for documents and pictures more. */
const getMaxStoredBytes = (type: string) =>
  type === 'application/pdf' || type.startsWith('image/') ? 50_000_000 : getMaxBytes(type)

/** Creates the scraper; it loads and starts nothing before its first use. */
export function createScraper(options: ScraperOptions): Scraper {
  const fetcher = createFetcher(options)
  const reader = createPageReader({ ...options, fetcher })
  const feeds = createFeedReader({ ...options, fetcher })
  const blog = createBlogReader(fetcher)
  const copier = createPageCopier(fetcher)
  const robots = createRobots(fetcher)
  const recent = createRecentPages()
  const keyOf = (address: string, caller: FetchCaller) => `${caller.key} ${address}`
  const findMoveFor =
    (caller: FetchCaller): FetchRequest['findMove'] =>
    (page, signal) =>
      reader.findMove(page, caller, signal)
  const scraper: Scraper = {
    ...fetcher,
    ...copier,
    ...createDomainProofs(fetcher, options),
    allowsCopies: robots.allows,
    fetchFeed: feeds.fetchFeed,
    fetchPosts: blog.fetchPosts,
    fetchBlogPicture: blog.fetchBlogPicture,
    async fetchFull(address, caller, signal) {
      const known = recent.take(keyOf(address, caller))
      if (known) return known
      if (!fetcher.isFetchable(address)) throw new FetchRefused('address')
      const findMove = findMoveFor(caller)
      const request = { maxBytes: getMaxStoredBytes, accept: acceptPage, caller, signal, findMove }
      return runPolitely(address, () => fetcher.fetchPage(address, request), signal)
    },
    async scrape(address, caller, signal, { cachePage = false } = {}) {
      const page = await fetcher.fetchPage(address, {
        maxBytes: getMaxBytes,
        overflow: 'cut',
        accept: acceptPage,
        caller,
        signal,
        findMove: findMoveFor(caller),
      })
      // An error page is not the requested page.
      if (page.status < 200 || page.status > 299) throw new FetchRefused('status')
      if (cachePage && !page.truncation) recent.add(keyOf(address, caller), page)
      return reader.readPage(page, caller, signal)
    },
    async fetchPicture(address, caller, signal) {
      const answer = await fetcher.fetchPage(address, {
        maxBytes: maxPictureBytes,
        accept: acceptPicture,
        caller,
        signal,
      })
      if (answer.status !== 200) throw new FetchRefused('status')
      return createPictures(answer.body, caller, signal)
    },
    async fetchPng(address, caller, signal) {
      return convertToPng((await scraper.fetchPicture(address, caller, signal)).card, caller, signal)
    },
    async close() {
      fetcher.close()
      await Promise.all([reader.close(), feeds.close(), blog.close()])
    },
  }
  return scraper
}

/** Caches fetched pages for a short time, so that a following job need not fetch them again. */
interface RecentPages {
  /** Caches a page until it is read, expires, or is evicted for newer ones. */
  add(key: string, page: FetchedPage): void
  /** Returns a cached page and removes it. */
  take(key: string): FetchedPage | undefined
}

const defaultLimits = { bytes: 32_000_000, ms: 300_000 }

/** Creates the cache. */
export function createRecentPages(limits = defaultLimits, now = () => performance.now()): RecentPages {
  const pages = new Map<string, { page: FetchedPage; at: number }>()
  let bytes = 0

  function remove(key: string): FetchedPage | undefined {
    const found = pages.get(key)
    if (!found) return undefined
    pages.delete(key)
    bytes -= found.page.body.length
    return now() - found.at <= limits.ms ? found.page : undefined
  }

  return {
    add(key, page) {
      remove(key)
      if (page.body.length > limits.bytes) return
      pages.set(key, { page, at: now() })
      bytes += page.body.length
      for (const [oldest, { at }] of pages) {
        if (bytes <= limits.bytes && now() - at <= limits.ms) break
        remove(oldest)
      }
    },
    take: remove,
  }
}
