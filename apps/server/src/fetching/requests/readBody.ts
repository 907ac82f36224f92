import { once } from 'node:events'
import type { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import zlib from 'node:zlib'
import { FetchRefused } from './fetchRefused.ts'

/** Why a body is truncated: it exceeded the size limit or the time limit, or the connection broke. */
export type Truncation = 'size' | 'time' | 'broken'

/** A body as far as it was read. */
export interface Body {
  bytes: Buffer
  truncation?: Truncation
}

/** The options for reading a body. */
export interface BodyOptions {
  /** Maximum bytes, before and after decompression. */
  maxBytes: number
  /** What to do with a larger, slower or broken body: refuse it, or return its beginning. */
  overflow: 'refuse' | 'cut'
  /** Content-Encoding header. */
  encoding: string | undefined
  /** Content-Length header. */
  length: string | undefined
}

class SizeLimitError extends Error {}

/**
 * Reads a body up to its limit (S12, S13) and destroys it there. Memory stays near the limit for any response.
 * @param body the response, with an error listener; always destroyed at the end
 * @throws FetchRefused too-large, encoding, protocol, or the reason of its timeout
 */
export async function readBody(body: Readable, options: BodyOptions): Promise<Body> {
  const { maxBytes, overflow } = options
  const chunks: Buffer[] = []
  let size = 0
  let coding: string | undefined
  try {
    coding = parseSingleEncoding(options.encoding)
    if (overflow === 'refuse' && Number(options.length ?? 0) > maxBytes) throw new FetchRefused('too-large')
    // Counted before decompression too: an endless stream may decompress to nothing.
    const source = limitBytes(body, maxBytes + 64 * 1024)
    const collect = async (plain: AsyncIterable<Buffer>) => {
      for await (const chunk of plain) {
        const left = maxBytes - size
        chunks.push(chunk.length > left ? Buffer.from(chunk.subarray(0, left)) : chunk)
        size += Math.min(chunk.length, left)
        if (chunk.length > left) throw new SizeLimitError()
      }
    }
    if (coding) await pipeline(source, await createDecompressor(coding, body), collect)
    else await collect(source)
    return { bytes: Buffer.concat(chunks) }
  } catch (error) {
    const truncation = toTruncation(error)
    if (!truncation) throw error
    if (overflow === 'refuse' || (size === 0 && truncation !== 'size'))
      throw toRefusal(truncation, error, coding)
    return { bytes: Buffer.concat(chunks), truncation }
  } finally {
    body.destroy()
  }
}

/** The content codings that are registered (IANA). Servers also send the names of charsets, and such bodies have none. */
const codings = new Set('aes128gcm br compress dcb dcz deflate exi gzip pack200-gzip zstd'.split(' '))

/** Allows one layer (S13): each further one multiplies the size that a small response can expand to. */
function parseSingleEncoding(header: string | undefined): string | undefined {
  const layers = (header ?? '')
    .toLowerCase()
    .split(',')
    .map(layer => layer.trim().replace(/^x-/, ''))
    .filter(layer => codings.has(layer))
  const [layer] = layers
  if (layers.length > 1 || (layer && !['gzip', 'deflate', 'br'].includes(layer)))
    throw new FetchRefused('encoding')
  return layer
}

async function* limitBytes(source: AsyncIterable<Buffer>, max: number): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of source) {
    yield chunk
    size += chunk.length
    if (size > max) throw new SizeLimitError()
  }
}

async function createDecompressor(coding: string, body: Readable): Promise<Transform> {
  const options = { chunkSize: 64 * 1024 }
  // A response that stops early still returns what arrived.
  const lenient = { ...options, finishFlush: zlib.constants.Z_SYNC_FLUSH }
  if (coding === 'br')
    return zlib.createBrotliDecompress({ ...options, finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH })
  if (coding === 'gzip') return zlib.createGunzip(lenient)
  // 'deflate' should have the zlib header, but some old servers omit it; the first byte decides (RFC 1950).
  const framed = ((await peekFirstByte(body)) & 0x0f) === 8
  return framed ? zlib.createInflate(lenient) : zlib.createInflateRaw(lenient)
}

/** Peeks at the first byte. */
async function peekFirstByte(body: Readable): Promise<number> {
  if (body.readableLength === 0) await once(body, 'readable')
  const chunk: Buffer | null = body.read()
  if (chunk) body.unshift(chunk)
  return chunk?.[0] ?? 8
}

function toTruncation(error: unknown): Truncation | undefined {
  if (error instanceof SizeLimitError) return 'size'
  if (!(error instanceof FetchRefused)) return 'broken'
  return error.reason === 'total-timeout' ? 'time' : undefined
}

function toRefusal(truncation: Truncation, error: unknown, coding: string | undefined): FetchRefused {
  if (truncation === 'size') return new FetchRefused('too-large')
  if (truncation === 'time') return new FetchRefused('total-timeout')
  const byNetwork = error instanceof Error && 'code' in error && String(error.code).startsWith('UND_')
  return new FetchRefused(coding && !byNetwork ? 'encoding' : 'protocol')
}
