import { once } from 'node:events'
import type { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import zlib from 'node:zlib'
import { FetchRefused } from './fetchRefused.ts'

/** Why a body is not whole: it was larger than the cap, slower than the time, or the other side broke off. */
export type Cut = 'size' | 'time' | 'broken'

/** A body as far as it was read. */
export interface Body {
  bytes: Buffer
  cut?: Cut
}

/** How a body is read. */
export interface BodyRules {
  /** Most bytes, counted after decompression, and before it as well. */
  maxBytes: number
  /** What a larger, slower or broken body means: a failure, or its beginning will do. */
  overflow: 'refuse' | 'cut'
  /** Content-Encoding header. */
  encoding: string | undefined
  /** Content-Length header. */
  length: string | undefined
}

class Full extends Error {}

/**
 * Reads a body up to its cap (S12, S13) and destroys it there. Memory stays near the cap whatever is sent.
 * @param body the response with its errors already listened to; destroyed afterwards in every case
 * @throws FetchRefused too-large, encoding, protocol, or the reason its clock gave
 */
export async function readBody(body: Readable, rules: BodyRules): Promise<Body> {
  const { maxBytes, overflow } = rules
  const chunks: Buffer[] = []
  let size = 0
  let coding: string | undefined
  try {
    coding = onlyEncoding(rules.encoding)
    if (overflow === 'refuse' && Number(rules.length ?? 0) > maxBytes) throw new FetchRefused('too-large')
    // Counted before decompression too: a stream may go on for ever and unpack to nothing.
    const source = counted(body, maxBytes + 64 * 1024)
    const collect = async (plain: AsyncIterable<Buffer>) => {
      for await (const chunk of plain) {
        const room = maxBytes - size
        chunks.push(chunk.length > room ? Buffer.from(chunk.subarray(0, room)) : chunk)
        size += Math.min(chunk.length, room)
        if (chunk.length > room) throw new Full()
      }
    }
    if (coding) await pipeline(source, await unpacker(coding, body), collect)
    else await collect(source)
    return { bytes: Buffer.concat(chunks) }
  } catch (error) {
    const cut = cutBy(error)
    if (!cut) throw error
    if (overflow === 'refuse' || (size === 0 && cut !== 'size')) throw refusalFor(cut, error, coding)
    return { bytes: Buffer.concat(chunks), cut }
  } finally {
    body.destroy()
  }
}

/** At most one layer (S13): each further one multiplies what a small answer can unpack to. */
function onlyEncoding(header: string | undefined): string | undefined {
  const layers = (header ?? '')
    .toLowerCase()
    .split(',')
    .map(layer => layer.trim())
    .filter(layer => layer && layer !== 'identity')
  if (layers.length > 1) throw new FetchRefused('encoding')
  const layer = layers[0]?.replace(/^x-/, '')
  if (layer && !['gzip', 'deflate', 'br'].includes(layer)) throw new FetchRefused('encoding')
  return layer
}

async function* counted(source: AsyncIterable<Buffer>, most: number): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of source) {
    yield chunk
    size += chunk.length
    if (size > most) throw new Full()
  }
}

async function unpacker(coding: string, body: Readable): Promise<Transform> {
  const options = { chunkSize: 64 * 1024 }
  // An answer that stops early still gives what it held.
  const lenient = { ...options, finishFlush: zlib.constants.Z_SYNC_FLUSH }
  if (coding === 'br')
    return zlib.createBrotliDecompress({ ...options, finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH })
  if (coding === 'gzip') return zlib.createGunzip(lenient)
  // 'deflate' should have the zlib frame, but old servers send it bare; the first byte tells (RFC 1950).
  const framed = ((await firstByte(body)) & 0x0f) === 8
  return framed ? zlib.createInflate(lenient) : zlib.createInflateRaw(lenient)
}

/** Looks without taking. */
async function firstByte(body: Readable): Promise<number> {
  if (body.readableLength === 0) await once(body, 'readable')
  const chunk: Buffer | null = body.read()
  if (chunk) body.unshift(chunk)
  return chunk?.[0] ?? 8
}

function cutBy(error: unknown): Cut | undefined {
  if (error instanceof Full) return 'size'
  if (!(error instanceof FetchRefused)) return 'broken'
  return error.reason === 'total-timeout' ? 'time' : undefined
}

function refusalFor(cut: Cut, error: unknown, coding: string | undefined): FetchRefused {
  if (cut === 'size') return new FetchRefused('too-large')
  if (cut === 'time') return new FetchRefused('total-timeout')
  const byNetwork = error instanceof Error && 'code' in error && String(error.code).startsWith('UND_')
  return new FetchRefused(coding && !byNetwork ? 'encoding' : 'protocol')
}
