import { createHmac } from 'node:crypto'
import { toAtom } from '../links/feeds/feedFormats.ts'
import type { Blog, BlogPage } from '../../calls/publicPages.ts'
import { isSameSecret } from '../../calls/signature.ts'
import { siteDir } from '../../folders.ts'
import { join } from 'node:path'
import type { Services } from '../../services.ts'
import { createPostCache } from './postCache.ts'
import { createFeedPosts, createShippedPosts } from './postSource.ts'
import { renderAway, renderMissing, renderList, renderPost, toPostPath } from './renderPosts.ts'

const title = 'Blog'
const description = 'How people keep what they find, and how Nestmark is made.'
/** The pictures of about forty posts, in memory. */
const maxPictures = 100

/**
 * Creates the blog: the posts of BLOG_URL, or those that ship with Nestmark.
 * @param onError gets why the blog cannot be read
 */
export function createBlog(services: Services, onError: (error: unknown) => void): Blog {
  const { config, scraper, now } = services
  const source = config.blogUrl
    ? createFeedPosts(services, config.blogUrl, onError)
    : createShippedPosts(join(siteDir, 'posts.json'))
  const sign = (address: string) =>
    createHmac('sha256', config.secret).update(`blog picture ${address}`).digest('base64url').slice(0, 22)
  // Pictures of the build are on this server.
  const toPicture = (address: string) =>
    address.startsWith('/')
      ? address
      : `/blog/picture?${new URLSearchParams({ u: address, s: sign(address) })}`
  const pictures = createPostCache<Buffer>(address => scraper.fetchBlogPicture(address), {
    now,
    onError,
    max: maxPictures,
  })
  const renderNotFound = async (): Promise<BlogPage> => ({
    status: 404,
    title: 'This post is gone',
    description,
    path: '/blog',
    content: renderMissing((await source.list(1))?.posts ?? [], toPicture),
  })

  return {
    async list(page) {
      const found = await source.list(page)
      if (found === null) return renderNotFound()
      const path = page === 1 ? '/blog' : `/blog?page=${page}`
      if (!found) return { status: 503, title, description, path, content: renderAway() }
      return { status: 200, title, description, path, content: renderList(found, page, toPicture) }
    },
    async post(slug) {
      const post = await source.find(slug)
      if (post === null) return renderNotFound()
      const path = toPostPath(slug)
      if (!post) return { status: 503, title, description, path, content: renderAway() }
      return {
        status: 200,
        title: post.title,
        description: post.excerpt || description,
        path,
        content: renderPost(post, toPicture),
        ...(post.image && { image: toPicture(post.image.address) }),
      }
    },
    async feed() {
      const found = await source.list(1)
      if (!found) return null
      return toAtom({
        title: 'Nestmark',
        about: description,
        author: 'Nestmark',
        page: `${config.publicUrl}/blog`,
        query: '',
        updated: Math.max(0, ...found.posts.map(post => post.date)),
        entries: found.posts.map(post => ({
          page: config.publicUrl + toPostPath(post.slug),
          title: post.title,
          address: config.publicUrl + toPostPath(post.slug),
          text: post.excerpt,
          published: post.date,
          updated: post.date,
          tags: [],
          picture: post.image ? config.publicUrl + toPicture(post.image.address) : '',
        })),
      })
    },
    async picture(address, signature) {
      if (!isSameSecret(sign(address), signature)) return null
      return (await pictures.get(address)) ?? null
    },
    async listSlugs() {
      return (await source.list(1))?.posts.map(post => toPostPath(post.slug)) ?? []
    },
  }
}
