import type { FastifyInstance } from 'fastify'
import type { RateLimits } from './rateLimits.ts'

export type FeedFormat = 'atom' | 'json'

const types: Record<FeedFormat, string> = {
  atom: 'application/atom+xml; charset=utf-8',
  json: 'application/feed+json; charset=utf-8',
}

/**
 * Serves GET /c/{id}/feed.xml and /c/{id}/feed.json: the newest links of a public collection, for feed
 * readers.
 * @param limits shared with the API calls of visitors
 * @param createFeed returns the text of a feed, or null when the collection is not public
 */
export function serveFeeds(
  server: FastifyInstance,
  limits: RateLimits,
  createFeed: (id: string, format: FeedFormat) => Promise<string | null>,
): void {
  for (const [file, format] of [
    ['feed.xml', 'atom'],
    ['feed.json', 'json'],
  ] as const)
    server.get<{ Params: { id: string } }>(`/c/:id/${file}`, async (request, reply) => {
      limits.spendForAddress('visitor', request.ip)
      const text = await createFeed(request.params.id, format)
      // Readers poll, and a collection can stop being public at any time.
      reply.header('cache-control', 'no-cache')
      if (text === null)
        return reply.code(404).type('text/plain; charset=utf-8').send('There is no such feed.')
      return reply.type(types[format]).send(text)
    })
}
