import { limits } from '@nestmark/core/limits'
import { errorTexts } from '@nestmark/texts/errors'
import type { FastifyInstance } from 'fastify'
import type { AuthGateway } from '../calls/authGateway.ts'
import { findInputProblem } from '../calls/inputValidation.ts'

const prefix = '/api/auth'
/** Limit in bytes of every body except an uploaded picture; the longest value is a password. */
const bodyLimit = 16_000

/** In the format of these calls. */
const unreadable = { code: 'INVALID_TEXT', message: errorTexts['request.textInvalid'] }

/** Returns false for JSON with a text that cannot be stored. What is not JSON is left to the handler. */
function isReadable(body: unknown): boolean {
  if (typeof body !== 'string') return true
  try {
    return findInputProblem(JSON.parse(body)) === null
  } catch {
    return true
  }
}

/** Mounts the sign-in calls. Their bodies are read as text, which the gateway parses. */
export function mountAuth(server: FastifyInstance, gateway: AuthGateway): void {
  void server.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_request, body, done) =>
      done(null, body),
    )
    // A type that a form of another site cannot send without a CORS preflight.
    scope.addContentTypeParser(
      /^image\//,
      { parseAs: 'buffer', bodyLimit: limits.profileImageBytes },
      (_request, body, done) => done(null, body),
    )
    scope.route({
      method: ['GET', 'POST'],
      url: `${prefix}/*`,
      handler: async (request, reply) => {
        const url = new URL(request.url, 'http://here.invalid')
        if (!isReadable(request.body)) return reply.code(400).send(unreadable)
        const disconnected = new AbortController()
        reply.raw.once('close', () => disconnected.abort())
        const answer = await gateway.answer({
          method: request.method,
          path: url.pathname.slice(prefix.length),
          query: url.searchParams,
          headers: request.headers as Record<string, string | undefined>,
          body: typeof request.body === 'string' ? request.body : '',
          file: Buffer.isBuffer(request.body) ? request.body : undefined,
          ip: request.ip,
          signal: disconnected.signal,
        })
        for (const [name, value] of answer.headers) reply.header(name, value)
        return reply.code(answer.status).send(answer.body)
      },
    })
  })
}
