import type { ResourceKind, WantedResource } from '@nestmark/core/copy/resources'
import { createFairSemaphore } from '../../concurrency/fairSemaphore.ts'
import type { FetchCaller } from '../turns/fetchCaller.ts'
import type { FetchedPage, Fetcher } from '../requests/fetchPage.ts'
import { FetchRefused } from '../requests/fetchRefused.ts'

/** The limits of what one copy fetches. */
export interface ResourceLimits {
  /** Number of resources. */
  count: number
  /** Bytes of one resource, and of all together. */
  bytes: number
  totalBytes: number
}

export const resourceLimits: ResourceLimits = { count: 300, bytes: 10_000_000, totalBytes: 20_000_000 }

/** The maximum number of concurrent fetches for one page. A job has two connections in total. */
const atOnce = 2

/** One connection to a host at a time, for all copies together: a site gets no more requests than it answers. */
const hosts = createFairSemaphore({
  concurrency: 16,
  perKey: 1,
  queueLength: Infinity,
  queuePerKey: Infinity,
})

/** Runs one request to the host of an address when no other request of a copy runs. */
export function runPolitely<T>(address: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  return hosts.run(new URL(address).host, work, { signal })
}

const accepted: Readonly<Record<ResourceKind, string>> = {
  picture: 'image/webp,image/avif,image/png,image/jpeg,image/gif,image/svg+xml,image/*;q=0.5',
  styleSheet: 'text/css,*/*;q=0.1',
  font: 'font/woff2,font/woff,*/*;q=0.1',
}

/** Fetches the resources of one page. */
export interface ResourceFetcher {
  /**
   * Fetches resources in order, each address once, until a limit is reached.
   * @param use called with each response of status 200 whose length is within the limits
   */
  fetchAll(
    wanted: readonly WantedResource[],
    use: (resource: WantedResource, page: FetchedPage) => Promise<void>,
  ): Promise<void>
}

/**
 * Creates the fetcher for one page.
 * @param deadline ends the fetching; the resources fetched by then are used
 */
export function createResourceFetcher(
  fetcher: Fetcher,
  caller: FetchCaller,
  deadline: AbortSignal,
  limits: ResourceLimits = resourceLimits,
): ResourceFetcher {
  const known = new Set<string>()
  let count = 0
  let left = limits.totalBytes

  async function fetchOne(wanted: WantedResource): Promise<FetchedPage | null> {
    const { kind, address } = wanted
    const key = `${kind} ${address}`
    if (known.has(key) || count >= limits.count || left <= 0 || !fetcher.isFetchable(address)) return null
    known.add(key)
    count++
    const request = {
      maxBytes: Math.min(limits.bytes, left),
      accept: accepted[kind],
      caller,
      signal: deadline,
    }
    try {
      const page = await runPolitely(address, () => fetcher.fetchPage(address, request), deadline)
      left -= page.body.length
      return page.status === 200 && page.body.length > 0 && left >= 0 ? page : null
    } catch (error) {
      // Resources that are missing, slow or too large are omitted.
      if (error instanceof FetchRefused || deadline.aborted) return null
      throw error
    }
  }

  return {
    async fetchAll(wanted, use) {
      const waiting = wanted.values()
      const work = async () => {
        for (const each of waiting) {
          if (deadline.aborted) return
          const page = await fetchOne(each)
          if (page) await use(each, page)
        }
      }
      await Promise.all(Array.from({ length: atOnce }, work))
    },
  }
}
