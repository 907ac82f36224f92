import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Feed, FeedFormat, FeedRequest } from '../../calls/publicPages.ts'
import { sendText } from '../responses/compression.ts'
import { FileReply } from '../../calls/replies.ts'
import type { RateLimits } from '../../calls/rateLimits.ts'
import { sendFile } from '../responses/send.ts'

const types: Record<FeedFormat, string> = {
  atom: 'application/atom+xml; charset=utf-8',
  json: 'application/feed+json; charset=utf-8',
}

/**
 * Serves GET /c/{id}/feed.xml and /c/{id}/feed.json: the newest links of a public collection, for feed readers;
 * with `?include_sub=1` also those of its descendants. Readers poll: an unchanged feed is answered with 304. Also
 * serves GET /c/{id}/bookmarks.html, the entire collection as a bookmark file.
 * @param limits shared with the API calls of visitors
 * @param createFeed returns a feed, or null when the collection is not public
 * @param openBookmarks returns the file, or null when the collection is not public
 */
export function serveFeeds(
  server: FastifyInstance,
  limits: RateLimits,
  createFeed: (request: FeedRequest) => Promise<Feed | null>,
  openBookmarks: (id: string, ip: string) => Promise<Readable | null>,
): void {
  server.get<{ Params: { id: string } }>('/c/:id/bookmarks.html', async (request, reply) => {
    limits.spendForAddress('visitor', request.ip)
    const file = await openBookmarks(request.params.id, request.ip)
    reply.header('cache-control', 'no-cache')
    if (file === null)
      return reply.code(404).type('text/plain; charset=utf-8').send('There is no such collection.')
    return sendFile(reply, new FileReply(file, 'bookmarks.html', 'text/html; charset=utf-8'))
  })
  for (const [file, format] of [
    ['feed.xml', 'atom'],
    ['feed.json', 'json'],
  ] as const)
    server.get<{ Params: { id: string }; Querystring: { include_sub?: string } }>(
      `/c/:id/${file}`,
      async (request, reply) => {
        limits.spendForAddress('visitor', request.ip)
        const includeSub = request.query.include_sub === '1'
        const { ip, params } = request
        const feed = await createFeed({ id: params.id, format, includeSub, ip })
        // A collection can stop being public at any time.
        reply.headers({ 'cache-control': 'no-cache', vary: 'Accept-Encoding' })
        if (feed === null)
          return reply.code(404).type('text/plain; charset=utf-8').send('There is no such feed.')
        // Weak, because it is the same for the compressed feed.
        const etag = `W/"${feed.tag}"`
        reply.header('etag', etag)
        if (feed.lastModified !== null)
          reply.header('last-modified', new Date(feed.lastModified).toUTCString())
        if (isUnchanged(request, feed)) return reply.code(304).send()
        return sendText(reply.type(types[format]), feed.text)
      },
    )
}

/** Returns true when the client has this feed. The date counts only for clients that send no tag. */
function isUnchanged({ headers }: FastifyRequest, { tag, lastModified }: Feed): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined)
    return tags.trim() === '*' || tags.split(',').some(each => each.includes(`"${tag}"`))
  const since = Date.parse(headers['if-modified-since'] ?? '')
  // The date has no fractions of a second.
  return lastModified !== null && Math.floor(lastModified / 1000) * 1000 <= since
}
