import type { FastifyReply } from 'fastify'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'

/** Answers from this size on travel packed, in bytes: a tree of many collections, a whole list of tags. */
const worthIt = 64 * 1024

/** Whether an answer is large, and whoever asked takes it packed. */
export function shouldCompress({ request }: FastifyReply, bytes: Buffer): boolean {
  return bytes.length >= worthIt && /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
}

/**
 * Packs an answer beside the thread that answers others, as quickly as can be: it becomes a fifth all the same. No answer
 * of this size holds a secret beside what its caller chose, from whose packed size the secret could be guessed.
 */
export function compress(bytes: Buffer): Promise<Buffer> {
  return promisify(gzip)(bytes, { level: constants.Z_BEST_SPEED })
}
