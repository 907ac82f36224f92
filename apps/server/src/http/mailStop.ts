import type { FastifyInstance } from 'fastify'
import { Limits } from './limits.ts'

/**
 * POST /mail/stop/{person}/{key}: what a mail program sends for its own 'unsubscribe' (RFC 8058). A person's click on the
 * same address opens a page, which does the same: programs that only look at addresses stop nothing.
 * @param stop switches the mail off, or refuses
 */
export function serveMailStop(
  server: FastifyInstance,
  stop: (person: string, key: string) => Promise<unknown>,
): void {
  const limits = new Limits()
  void server.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 4096 }, (_request, _body, done) =>
      done(null),
    )
    scope.post<{ Params: { person: string; key: string } }>(
      '/mail/stop/:person/:key',
      async (request, reply) => {
        limits.spendOfAddress('visitor', request.ip)
        await stop(request.params.person, request.params.key)
        return reply.type('text/plain; charset=utf-8').send('OK')
      },
    )
  })
}
