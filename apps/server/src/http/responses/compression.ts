import type { Operation, Topic } from '@nestmark/contract/operation'
import type { FastifyReply } from 'fastify'
import { randomInt } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'

/** Minimum sizes in bytes of compressed responses. Below the first, they would become longer or hardly shorter. */
const minListBytes = 1024
const minOtherBytes = 64 * 1024

/** Topics with addresses and names of keys, which are secrets themselves or help to guess them. */
const secretTopics: ReadonlySet<Topic> = new Set(['keys', 'webhooks'])

/**
 * Returns the size in bytes from which the responses of an operation are compressed. Small ones only where the operation
 * lists content: no response that creates or shows a secret is compressed (ADR 086).
 */
export function minCompressedBytes({ reads, touches }: Operation): number {
  const isList = reads.length > 0 && touches.length === 0 && !reads.some(topic => secretTopics.has(topic))
  return isList ? minListBytes : minOtherBytes
}

/** Returns true when the response is large enough and the client accepts gzip. */
export function shouldCompress(
  { request }: FastifyReply,
  bytes: Buffer,
  minBytes: number = minOtherBytes,
): boolean {
  return bytes.length >= minBytes && /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
}

/** Compresses a response off the request thread at the fastest level, which reduces it to a third or less. */
export function compress(bytes: Buffer): Promise<Buffer> {
  return promisify(gzip)(bytes, { level: constants.Z_BEST_SPEED })
}

/** Sends a text, compressed where that helps. */
export async function sendText(reply: FastifyReply, text: string): Promise<FastifyReply> {
  const bytes = Buffer.from(text)
  if (!shouldCompress(reply, bytes, minListBytes)) return reply.send(bytes)
  return reply.header('content-encoding', 'gzip').send(await compress(bytes))
}

const flagsAt = 3
const hasName = 8
const headBytes = 10
/** The name has fewer bytes than this. */
const nameLengths = 64

/**
 * Returns a gzip file with a name of random length in its header, which readers ignore (RFC 1952, FNAME). The length of an
 * encrypted response then reveals little about how well its content could be compressed.
 * @param compressed without a name, as zlib writes it
 */
export function hideLength(compressed: Buffer): Buffer {
  const name = `${'n'.repeat(randomInt(nameLengths))}\0`
  const head = Buffer.from(compressed.subarray(0, headBytes))
  head[flagsAt] = hasName
  return Buffer.concat([head, Buffer.from(name), compressed.subarray(headBytes)])
}
