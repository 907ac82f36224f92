import { limits } from '@nestmark/core/limits'
import { errorTexts } from '@nestmark/texts/errors'
import type { FastifyInstance } from 'fastify'
import { inputFault } from './inputText.ts'

interface AuthRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: Readonly<Record<string, string | undefined>>
  body: string
  file?: Buffer | undefined
  ip: string
  /** Aborts when the caller is gone. */
  signal?: AbortSignal | undefined
}

/** What answers the calls under /api/auth; `features/session` makes it. */
export interface AuthGateway {
  answer(request: AuthRequest): Promise<{
    status: number
    headers: (readonly [string, string])[]
    body: string
  }>
}

const prefix = '/api/auth'
/** Of every call there but the one that takes a picture; the longest thing anybody sends is a password. */
const bodyLimit = 16_000

/** In the form of these calls. */
const unreadable = { code: 'INVALID_TEXT', message: errorTexts['request.textInvalid'] }

/** Returns false for JSON with a text that cannot be stored; what is no JSON is refused by whoever wants some. */
function isReadable(body: unknown): boolean {
  if (typeof body !== 'string') return true
  try {
    return inputFault(JSON.parse(body)) === null
  } catch {
    return true
  }
}

/** Puts the sign-in calls onto the server. Their bodies are read as text: what they may be is the door's business. */
export function mountAuth(server: FastifyInstance, door: AuthGateway): void {
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
        if (!isReadable(request.body)) return reply.code(400).send(unreadable)
        const gone = new AbortController()
        reply.raw.once('close', () => gone.abort())
        const answer = await door.answer({
          method: request.method,
          path: url.pathname.slice(prefix.length),
          query: url.searchParams,
          headers: request.headers as Record<string, string | undefined>,
          body: typeof request.body === 'string' ? request.body : '',
          file: Buffer.isBuffer(request.body) ? request.body : undefined,
          ip: request.ip,
          signal: gone.signal,
        })
        for (const [name, value] of answer.headers) reply.header(name, value)
        return reply.code(answer.status).send(answer.body)
      },
    })
  })
}
