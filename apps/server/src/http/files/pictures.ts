import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { canSeePicture } from '../../access/roles.ts'
import type { Services } from '../../services.ts'
import { verifyPictureToken } from '../../calls/pictureAddresses.ts'
import { RateLimits } from '../../calls/rateLimits.ts'

const pictureHeaders = {
  'content-type': 'image/webp',
  'content-security-policy': "default-src 'none'; sandbox",
}

/** Only missing and forbidden pictures are counted, which limits the guessing of ids (Z12). */
function sendMiss({ ip }: Pick<FastifyRequest, 'ip'>, reply: FastifyReply, misses: RateLimits): FastifyReply {
  misses.spendForAddress('visitor', ip)
  return reply.code(404).type('text/plain').send('Not found')
}

/**
 * Serves GET /pictures/{id}: the picture of a link, to those with access to the link. `?w=160` selects the
 * smaller size.
 */
export function servePictures(server: FastifyInstance, { db, config, now, meter }: Services): void {
  const misses = new RateLimits()
  server.get<{ Params: { id: string }; Querystring: { p?: string; w?: string } }>(
    '/pictures/:id',
    async (request, reply) => {
      const sessionId = request.query.p ? verifyPictureToken(config.secret, request.query.p) : null
      const size = request.query.w === '160' ? ('small' as const) : ('large' as const)
      const picture = await db.read
        .selectFrom('pictures as p')
        .leftJoin('session as s', join => join.on('s.id', '=', sessionId ?? ''))
        .leftJoin('api_keys as k', join => join.on('k.id', '=', sessionId ?? ''))
        .select([`p.${size} as bytes`, 'p.owner_id', 's.userId', 's.expiresAt', 'k.owner_id as keyOwner'])
        .where('p.id', '=', request.params.id)
        .executeTakeFirst()
      const signedIn =
        picture?.userId && Number(picture.expiresAt) > now() ? picture.userId : (picture?.keyOwner ?? null)
      const own = picture !== undefined && picture.owner_id === signedIn
      const who = signedIn ? { personId: signedIn } : null
      if (!picture || (!own && !(await canSeePicture(db.read, who, request.params.id))))
        return sendMiss(request, reply, misses)
      meter.count(picture.owner_id, picture.bytes.length)
      return reply
        .headers({
          ...pictureHeaders,
          // Access of others can be revoked, so their copies expire after five minutes. Feed readers and other
          // sites may show public pictures.
          ...(who ? {} : { 'cross-origin-resource-policy': 'cross-origin' }),
          'cache-control': own ? 'private, max-age=86400, immutable' : 'private, max-age=300',
        })
        .send(Buffer.from(picture.bytes))
    },
  )
}

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
    if (!image) return sendMiss(request, reply, misses)
    return reply
      .headers({ ...pictureHeaders, 'cache-control': 'private, max-age=86400, immutable' })
      .send(Buffer.from(image.bytes))
  })
}
