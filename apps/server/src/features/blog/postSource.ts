import { readFileSync } from 'node:fs'
import type { BlogPost } from '../../fetching/blog/blogPost.ts'
import type { Services } from '../../services.ts'
import { createPostCache } from './postCache.ts'

export type { BlogPost }

/** A page of the list of posts. */
export interface PostPage {
  posts: BlogPost[]
  /** How many pages there are. */
  pages: number
}

/** Where posts come from. `null` is what does not exist, `undefined` what cannot be reached now. */
export interface PostSource {
  list(page: number): Promise<PostPage | null | undefined>
  find(slug: string): Promise<BlogPost | null | undefined>
}

/** The posts of a page that ship with Nestmark: the first one is large, and three stand in a row. */
const pageSize = 7

/**
 * Returns the posts of the build, newest first.
 * @param file the JSON that the build of the site wrote
 */
export function createShippedPosts(file: string): PostSource {
  const posts = JSON.parse(readFileSync(file, 'utf8')) as BlogPost[]
  const pages = Math.max(1, Math.ceil(posts.length / pageSize))
  return {
    list: async page =>
      page > pages ? null : { posts: posts.slice((page - 1) * pageSize, page * pageSize), pages },
    find: async slug => posts.find(post => post.slug === slug) ?? null,
  }
}

/**
 * Returns the posts of a WordPress blog. They are cached for some minutes, and longer while the blog is unavailable.
 * @param url the address of its list of posts
 * @param onError gets why the blog cannot be read
 */
export function createFeedPosts(
  { scraper, now }: Pick<Services, 'scraper' | 'now'>,
  url: string,
  onError: (error: unknown) => void,
): PostSource {
  const ask = (parameters: Record<string, string>) => {
    const address = new URL(url)
    address.searchParams.set('_embed', '1')
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
    return scraper.fetchPosts(address.href)
  }
  const pages = createPostCache<PostPage | null>(page => ask({ page }), { now, onError })
  const posts = createPostCache<BlogPost | null>(
    async slug => (await ask({ slug }))?.posts.find(post => post.slug === slug) ?? null,
    { now, onError },
  )
  return { list: page => pages.get(String(page)), find: slug => posts.get(slug) }
}
