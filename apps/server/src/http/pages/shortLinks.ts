import type { FastifyInstance } from 'fastify'
import type { RateLimits } from '../../calls/rateLimits.ts'

/**
 * Serves GET /s/{code}: redirects to a page. The page decides about access, so that a short address never
 * outlives the access. Requests are limited.
 * @param limits shared with the API calls of visitors
 * @param findPagePath returns the path of the page for a code, or of the page for unknown codes
 */
export function serveShortLinks(
  server: FastifyInstance,
  limits: RateLimits,
  findPagePath: (code: string) => Promise<string>,
): void {
  server.get<{ Params: { code: string } }>('/s/:code', async (request, reply) => {
    limits.spendForAddress('visitor', request.ip)
    return reply.header('cache-control', 'no-store').redirect(await findPagePath(request.params.code), 302)
  })
}
