import { createFetcher, type Fetcher, type FetcherOptions } from './fetchPage.ts'
import type { FetchCaller } from './fetchCaller.ts'
import { FetchRefused } from './fetchRefused.ts'
import { getMaxBytes } from './pageKind.ts'
import type { Pictures } from '../media/mediaTasks.ts'
import { convertToPng, createPictures } from './picture.ts'
import { createPageReader, type PageSummary } from './readPage.ts'

/** Reads foreign pages and pictures. */
export interface Scraper extends Fetcher {
  /**
   * Reads the metadata of a page.
   * @param address absolute, http or https
   * @param caller the caller whose share it counts against
   * @throws FetchRefused and nothing else
   */
  scrape(address: string, caller: FetchCaller, signal?: AbortSignal): Promise<PageSummary>
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

/** Creates the scraper; it loads and starts nothing before its first use. */
export function createScraper(options: ScraperOptions): Scraper {
  const fetcher = createFetcher(options)
  const reader = createPageReader({ ...options, fetcher })
  const scraper: Scraper = {
    ...fetcher,
    async scrape(address, caller, signal) {
      const page = await fetcher.fetchPage(address, {
        maxBytes: getMaxBytes,
        overflow: 'cut',
        accept: acceptPage,
        caller,
        signal,
      })
      // An error page is not the requested page.
      if (page.status < 200 || page.status > 299) throw new FetchRefused('status')
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
      await reader.close()
    },
  }
  return scraper
}
