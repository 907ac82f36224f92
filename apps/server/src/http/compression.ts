import type { FastifyReply } from 'fastify'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'

/** Minimum size in bytes of compressed responses: a tree of many collections, a complete list of tags. */
const minCompressedBytes = 64 * 1024

/** Returns true when the response is large and the client accepts gzip. */
export function shouldCompress(
  { request }: FastifyReply,
  bytes: Buffer,
  minBytes = minCompressedBytes,
): boolean {
  return bytes.length >= minBytes && /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
}

/**
 * Compresses a response off the request thread at the fastest level, which still reduces it to a fifth. No response
 * of this size contains a secret together with text chosen by the caller, whose compressed size could reveal the
 * secret.
 */
export function compress(bytes: Buffer): Promise<Buffer> {
  return promisify(gzip)(bytes, { level: constants.Z_BEST_SPEED })
}
