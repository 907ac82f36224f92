import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Blog, BlogPage } from '../../calls/publicPages.ts'
import { CompressedPage } from './compressedPage.ts'
import { escapeHtml } from '../../calls/escapeHtml.ts'
import type { ServePage } from './site.ts'

/** The pages that were sent last. */
const maxPages = 50

/**
 * Serves the blog below /blog.
 * @param files the built pages of the site by their names
 */
export function serveBlog(
  server: FastifyInstance,
  files: ReadonlyMap<string, string>,
  serve: ServePage,
  { blog, publicUrl }: { blog: Blog; publicUrl: string },
): void {
  const [listFrame, postFrame] = [files.get('blog') ?? '', files.get('post') ?? '']
  const sent = new Map<string, { html: string; page: CompressedPage }>()
  /** Keeps a page that did not change, with its compressed forms. */
  const toPage = (path: string, html: string) => {
    const known = sent.get(path)
    if (known?.html === html) return known.page
    const page = new CompressedPage(html)
    sent.delete(path)
    sent.set(path, { html, page })
    for (const oldest of sent.keys()) {
      if (sent.size <= maxPages) break
      sent.delete(oldest)
    }
    return page
  }
  const send = (frame: string, found: BlogPage, request: FastifyRequest, reply: FastifyReply) => {
    const html = fillFrame(frame, found, publicUrl)
    reply.code(found.status)
    return found.status === 200
      ? toPage(found.path, html).send(request, reply)
      : new CompressedPage(html).send(request, reply.header('cache-control', 'no-store'))
  }
  serve('/blog', async (request, reply) => {
    const { page = '1' } = request.query as { page?: unknown }
    const number =
      typeof page === 'string' && /^[1-9]\d{0,5}$/.test(page) ? Number(page) : Number.MAX_SAFE_INTEGER
    return send(listFrame, await blog.list(number), request, reply)
  })
  server.get('/blog/feed.xml', async (request, reply) => {
    const text = await blog.feed()
    return text === null
      ? reply.code(503).type('text/plain').send('The posts cannot be reached now.')
      : new CompressedPage(text, 'application/atom+xml; charset=utf-8').send(request, reply)
  })
  server.get('/blog/picture', async (request, reply) => {
    const { u, s } = request.query as { u?: unknown; s?: unknown }
    const picture = typeof u === 'string' && typeof s === 'string' ? await blog.picture(u, s) : null
    if (!picture) return reply.code(404).type('text/plain').send('Not found')
    return reply
      .headers({
        'content-type': 'image/webp',
        'content-security-policy': "default-src 'none'; sandbox",
        // Link previews and feed readers show them.
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': 'public, max-age=86400',
      })
      .send(picture)
  })
  serve('/blog/:slug', async (request, reply) => {
    const { slug } = request.params as { slug: string }
    return send(postFrame, await blog.post(slug), request, reply)
  })
}

/** Writes a page into its frame. A title or text never becomes markup. */
function fillFrame(
  frame: string,
  { title, description, path, content, image }: BlogPage,
  publicUrl: string,
): string {
  const values: Record<string, string> = {
    title: escapeHtml(title),
    description: escapeHtml(description),
    path: escapeHtml(path),
    image: escapeHtml(publicUrl + (image ?? '/site/card.png')),
  }
  const [head = '', rest = ''] = frame.split('<!--content-->')
  return (
    head.replace(/\{(title|description|path|image)\}/g, (_mark, name: string) => values[name] ?? '') +
    content +
    rest
  )
}
