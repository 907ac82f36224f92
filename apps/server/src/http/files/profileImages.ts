import type { FastifyInstance } from 'fastify'
import type { Services } from '../../services.ts'
import { RateLimits } from '../../calls/rateLimits.ts'

/**
 * Serves GET /profile-images/{id}: the small square picture of a person. Pages show it to everyone with
 * access to a shared library and send no token with pictures, so the random id, which changes with the
 * picture, is the only protection.
 */
export function serveProfileImages(server: FastifyInstance, { db }: Services): void {
  const misses = new RateLimits()
  server.get<{ Params: { id: string } }>('/profile-images/:id', async (request, reply) => {
    const image = await db.read
      .selectFrom('profile_images')
      .select('bytes')
      .where('id', '=', request.params.id)
      .executeTakeFirst()
    if (!image) {
      misses.spendForAddress('visitor', request.ip)
      return reply.code(404).type('text/plain').send('Not found')
    }
    return reply
      .headers({
        'content-type': 'image/webp',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'private, max-age=86400, immutable',
      })
      .send(Buffer.from(image.bytes))
  })
}
