import type { FastifyInstance } from 'fastify'
import type { Limits } from './limits.ts'

/**
 * GET /s/{code}: leads on to a page. Whether it may be seen is decided there, so that nothing short lives longer than what
 * it stands for. Guessing is counted.
 * @param limits visitors are counted together with their calls of the API
 * @param pageOf the path of the page that a code stands for, or of the page that says there is none
 */
export function serveShortLinks(
  server: FastifyInstance,
  limits: Limits,
  pageOf: (code: string) => Promise<string>,
): void {
  server.get<{ Params: { code: string } }>('/s/:code', async (request, reply) => {
    limits.spendOfAddress('visitor', request.ip)
    return reply.header('cache-control', 'no-store').redirect(await pageOf(request.params.code), 302)
  })
}
