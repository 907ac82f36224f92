import type { FastifyReply, FastifyRequest } from 'fastify'
import { encodeBody } from './encodeBody.ts'
import { compress, hideLength, shouldCompress } from './compression.ts'
import type { FileReply } from '../../calls/replies.ts'
import { type ResponseBody, toFailureBody } from './responseBody.ts'

/** Sends a response with the body's status as the HTTP status. */
export function send(reply: FastifyReply, body: ResponseBody): FastifyReply {
  return sendBytes(reply, body.status, encodeBody(body))
}

/** The compressed bodies of cached responses, for as long as they are cached: up to a third more memory. */
const compressedBodies = new WeakMap<Buffer, Promise<Buffer>>()

/**
 * Sends a body that is already serialized, compressed where that helps.
 * @param minBytes the size from which it is compressed; the one of `shouldCompress` by default
 * @param isCached the same bytes are sent again
 */
export function sendBytes(
  reply: FastifyReply,
  status: number,
  bytes: Buffer,
  { minBytes, isCached }: { minBytes?: number; isCached?: boolean } = {},
): FastifyReply {
  reply.code(status).header('content-type', 'application/json; charset=utf-8')
  if (!shouldCompress(reply, bytes, minBytes)) return reply.send(bytes)
  const body = compressedBodies.get(bytes) ?? compress(bytes)
  if (isCached) compressedBodies.set(bytes, body)
  body.then(
    less => reply.header('content-encoding', 'gzip').send(hideLength(less)),
    () => {
      compressedBodies.delete(bytes)
      return reply.send(bytes)
    },
  )
  return reply
}

/** Sends a file as a download. */
export function sendFile(reply: FastifyReply, file: FileReply): FastifyReply {
  return reply
    .header('content-type', file.type)
    .header('content-disposition', `attachment; filename="${file.name}"`)
    .send(file.stream)
}

/**
 * Sends a refusal or an internal error. The code of a refusal is logged as information. The cause of an internal error is logged
 * and not sent.
 */
export function sendFailure(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const [path = ''] = request.url.split('?', 1)
  const { retryAfter, ...body } = toFailureBody(error, path.replace(/^\/api\//, ''))
  if (body.status >= 500) request.log.error({ err: error, path }, 'call failed')
  else request.log.info({ code: body.code, path }, 'call refused')
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  return send(reply, body)
}
