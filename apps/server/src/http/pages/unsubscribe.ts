import type { FastifyInstance } from 'fastify'
import { RateLimits } from '../../calls/rateLimits.ts'

/**
 * Serves POST /mail/stop/{person}/{key}: the one-click unsubscribe of email clients (RFC 8058). A GET on the same
 * address opens a page that does the same, so that link scanners do not unsubscribe users.
 * @param unsubscribe disables the email, or refuses
 */
export function serveUnsubscribe(
  server: FastifyInstance,
  unsubscribe: (person: string, key: string) => Promise<unknown>,
): void {
  const limits = new RateLimits()
  void server.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 4096 }, (_request, _body, done) =>
      done(null),
    )
    scope.post<{ Params: { person: string; key: string } }>(
      '/mail/stop/:person/:key',
      async (request, reply) => {
        limits.spendForAddress('visitor', request.ip)
        await unsubscribe(request.params.person, request.params.key)
        return reply.type('text/plain; charset=utf-8').send('OK')
      },
    )
  })
}
