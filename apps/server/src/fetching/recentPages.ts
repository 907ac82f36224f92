import type { FetchedPage } from './requests/fetchPage.ts'

/** Caches fetched pages for a short time, so that a following job need not fetch them again. */
export interface RecentPages {
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
