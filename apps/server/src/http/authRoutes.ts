import { limits } from '@nestmark/core/limits'
import type { FastifyInstance } from 'fastify'

interface AuthRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: Readonly<Record<string, string | undefined>>
  body: string
  file?: Buffer | undefined
  ip: string
}

/** What answers the calls under /api/auth; `features/session` makes it. */
export interface AuthDoor {
  answer(request: AuthRequest): Promise<{
    status: number
    headers: (readonly [string, string])[]
    body: string
  }>
}

const prefix = '/api/auth'
/** Of every call there but the one that takes a picture; the longest thing anybody sends is a password. */
const bodyLimit = 16_000

/** Puts the sign-in calls onto the server. Their bodies are read as text: what they may be is the door's business. */
export function mountAuth(server: FastifyInstance, door: AuthDoor): void {
  void server.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_request, body, done) =>
      done(null, body),
    )
    // A type that no form of another site can send without being asked first.
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
        const answer = await door.answer({
          method: request.method,
          path: url.pathname.slice(prefix.length),
          query: url.searchParams,
          headers: request.headers as Record<string, string | undefined>,
          body: typeof request.body === 'string' ? request.body : '',
          file: Buffer.isBuffer(request.body) ? request.body : undefined,
          ip: request.ip,
        })
        for (const [name, value] of answer.headers) reply.header(name, value)
        return reply.code(answer.status).send(answer.body)
      },
    })
  })
}
