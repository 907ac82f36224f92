import { createFetcher, type Fetcher, type FetcherOptions } from './fetchPage.ts'
import type { FetchCaller } from './fetchCaller.ts'
import { FetchRefused } from './fetchRefused.ts'
import { bytesWorthReading } from './kind.ts'
import { asPng, makePictures, type Pictures } from './picture.ts'
import { createPageReader, type PageReading } from './readPage.ts'

/** Everything the product wants from foreign pages. */
export interface Scraper extends Fetcher {
  /**
   * Reads what a page is.
   * @param address absolute, http or https
   * @param caller whom it is for, by whose share it is counted
   * @throws FetchRefused and nothing else
   */
  scrape(address: string, caller: FetchCaller, signal?: AbortSignal): Promise<PageReading>
  /**
   * Fetches a picture and makes small ones of it.
   * @throws FetchRefused and nothing else
   */
  fetchPicture(address: string, caller: FetchCaller, signal?: AbortSignal): Promise<Pictures>
  /**
   * Fetches a picture as a small PNG.
   * @throws FetchRefused and nothing else
   */
  fetchPng(address: string, caller: FetchCaller, signal?: AbortSignal): Promise<Buffer>
  /** Aborts everything under way and ends the reading thread. */
  close(): Promise<void>
}

/** How the scraper is built: the door's options, and times of the reader in milliseconds. */
export interface ScraperOptions extends FetcherOptions {
  parseMs?: number
  idleMs?: number
  oEmbedMs?: number
}

const acceptPage = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const acceptPicture = 'image/webp,image/avif,image/jpeg,image/png,image/gif'
/** Larger pictures are refused, in bytes (S12). */
const largestPicture = 10_000_000

/** Makes the scraper; nothing is loaded or started before it is used. */
export function createScraper(options: ScraperOptions): Scraper {
  const fetcher = createFetcher(options)
  const reader = createPageReader({ ...options, fetcher })
  const scraper: Scraper = {
    ...fetcher,
    async scrape(address, caller, signal) {
      const page = await fetcher.fetchPage(address, {
        maxBytes: bytesWorthReading,
        overflow: 'cut',
        accept: acceptPage,
        caller,
        signal,
      })
      // The page of an error is not the page that was asked for.
      if (page.status < 200 || page.status > 299) throw new FetchRefused('status')
      return reader.readPage(page, caller, signal)
    },
    async fetchPicture(address, caller, signal) {
      const answer = await fetcher.fetchPage(address, {
        maxBytes: largestPicture,
        accept: acceptPicture,
        caller,
        signal,
      })
      if (answer.status !== 200) throw new FetchRefused('status')
      return makePictures(answer.body, caller, signal)
    },
    async fetchPng(address, caller, signal) {
      return asPng((await scraper.fetchPicture(address, caller, signal)).card, caller, signal)
    },
    async close() {
      fetcher.close()
      await reader.close()
    },
  }
  return scraper
}
