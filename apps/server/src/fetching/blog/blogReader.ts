import { createConcurrencyLimits } from '../turns/concurrencyLimits.ts'
import type { FetchCaller } from '../turns/fetchCaller.ts'
import type { Fetcher } from '../requests/fetchPage.ts'
import { FetchRefused } from '../requests/fetchRefused.ts'
import { createPagePicture } from '../picture.ts'
import { createThreadPool } from '../threads/threadPool.ts'
import type { BlogPost, RawPosts } from './blogPost.ts'

/** Reads the posts of a blog and their pictures. */
export interface BlogReader {
  /**
   * Fetches a list of posts as WordPress serves it.
   * @returns the posts, and how many pages there are; null for a page past the end
   * @throws FetchRefused 'status' for another status, 'unreadable' when it is no such list, and nothing else
   */
  fetchPosts(address: string): Promise<{ posts: BlogPost[]; pages: number } | null>
  /**
   * Fetches a picture of a post, as WebP of at most 1600 pixels in width.
   * @throws FetchRefused and nothing else
   */
  fetchBlogPicture(address: string): Promise<Buffer>
  close(): Promise<void>
}

/** The blog is read for all visitors together, in the background of their requests. */
const caller: FetchCaller = { kind: 'job', key: 'blog' }
/** Ten posts may have 200 kB each in fields that are not read. */
const maxBytes = 8_000_000
const maxPictureBytes = 20_000_000

const limits = {
  total: { running: 1, perCaller: 1, waiting: 32, waitingPerCaller: 32 },
  visitors: { running: 1, perCaller: 1, waiting: 4, waitingPerCaller: 4 },
  jobs: { running: 1, perCaller: 1, waiting: 32, waitingPerCaller: 32 },
  peoplePerAddress: 1,
  maxWaitMs: 5000,
}

/** Creates the reader; its thread starts with the first list. */
export function createBlogReader(fetcher: Fetcher): BlogReader {
  const threads = createThreadPool<RawPosts, BlogPost[] | null>(1, createConcurrencyLimits(limits), {
    entry: new URL('./readPosts.worker.ts', import.meta.url),
    jobMs: 10_000,
    idleMs: 10_000,
    queueLength: 8,
    maxWaitMs: 10_000,
    memoryMb: 192,
  })
  return {
    async fetchPosts(address) {
      const page = await fetcher.fetchPage(address, { maxBytes, accept: 'application/json', caller })
      const { url, status, body: bytes, pageCount } = page
      // WordPress answers so to a page past the end.
      if (status === 400) return null
      if (status !== 200) throw new FetchRefused('status')
      const posts = await threads.run(caller, { url, bytes })
      if (!posts) throw new FetchRefused('unreadable')
      return { posts, pages: Math.max(1, Number(pageCount) || 1) }
    },
    async fetchBlogPicture(address) {
      const accept = 'image/webp,image/avif,image/jpeg,image/png,image/gif'
      const { status, body } = await fetcher.fetchPage(address, { maxBytes: maxPictureBytes, accept, caller })
      if (status !== 200) throw new FetchRefused('status')
      return (await createPagePicture(body, 'page', caller)).data
    },
    close: () => threads.close(),
  }
}
