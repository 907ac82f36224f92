import type { Gate } from './address.ts'
import { openPinned } from './connector.ts'
import type { FetchCaller } from './fetchCaller.ts'
import { FetchRefused, type RefusalReason } from './fetchRefused.ts'
import { offeredFileName, parseMediaType } from './mediaType.ts'
import { readBody, type Cut } from './readBody.ts'
import { pinAddresses, type Lookup } from './resolve.ts'

/** The options of one fetch. */
export interface FetchWish {
  /**
   * Maximum bytes of the decoded body; 0 reads none. A function gets the lower-case type ('' when unknown).
   */
  maxBytes: number | ((type: string) => number)
  /** For a body that is too large, slow or broken: 'refuse' (default), or 'cut' to return its beginning. */
  overflow?: 'refuse' | 'cut'
  /** Accept header. */
  accept?: string
  method?: 'GET' | 'HEAD'
  /** Sends a POST. A redirect is then returned as the response: the body is never sent to another address. */
  post?: { body: string; headers: Record<string, string> }
  /** Requests the first bytes only (Range); the server may ignore it. */
  firstBytes?: number
  /** A total timeout shorter than the fetcher's, in milliseconds. */
  totalMs?: number
  signal?: AbortSignal
  /** The caller it is for. */
  caller?: FetchCaller
}

/** A response of any status, after redirects. */
export interface FetchedPage {
  /** The address of the final response, without user name and password. */
  url: string
  status: number
  /** Lower-case media type without parameters; '' when unknown. */
  contentType: string
  charset?: string
  /** From Content-Disposition. */
  fileName?: string
  body: Buffer
  /** Set when the body is truncated. */
  cut?: Cut
}

/** The abort signal of one fetch. */
export interface Clocks {
  signal: AbortSignal
  stop(reason: RefusalReason): void
}

/** One request without redirects. */
export type Ask = (url: URL, wish: FetchWish, clocks: Clocks) => Promise<FetchedPage | { location: string }>

const redirects = new Set([301, 302, 303, 307, 308])

/**
 * Creates the function that sends one request: check, resolve, pin, connect, read, and close the connection.
 * @param options times in milliseconds
 */
export function createAsk(options: {
  gate: Gate
  look: Lookup
  connectMs: number
  firstByteMs: number
}): Ask {
  const { gate, look, connectMs, firstByteMs } = options

  return async function ask(url, wish, clocks) {
    let phase = setTimeout(clocks.stop, connectMs, 'connect-timeout')
    const connected = () => {
      clearTimeout(phase)
      phase = setTimeout(clocks.stop, firstByteMs, 'first-byte-timeout')
    }
    let connection
    try {
      const pinned = await pinAddresses(url, gate, look, clocks.signal)
      connection = await openPinned(url, pinned, gate.allows(url), clocks.signal, connected)
      const { statusCode, headers, body } = await connection.client.request({
        method: wish.post ? 'POST' : (wish.method ?? 'GET'),
        ...(wish.post ? { body: wish.post.body } : {}),
        path: url.pathname + url.search,
        headers: requestHeaders(wish),
        signal: clocks.signal,
        reset: true,
      })
      clearTimeout(phase)
      // Unread data is destroyed with the connection, which the body reports as an error.
      body.on('error', () => {})
      const location = single(headers.location)
      if (redirects.has(statusCode) && location && !wish.post) return { location }
      // A transfer coding here would be a second layer under the content coding (S13).
      if (!/^(chunked|identity)?$/i.test(joined(headers['transfer-encoding']) ?? ''))
        throw new FetchRefused('encoding')
      const { type, charset } = parseMediaType(single(headers['content-type']))
      const page = { url: url.href, status: statusCode, contentType: type, charset }
      const maxBytes = typeof wish.maxBytes === 'function' ? wish.maxBytes(type) : wish.maxBytes
      const fileName = offeredFileName(single(headers['content-disposition']))
      if (maxBytes === 0 || wish.method === 'HEAD') return { ...page, fileName, body: Buffer.alloc(0) }
      const { bytes, cut } = await readBody(body, {
        maxBytes,
        overflow: wish.overflow ?? 'refuse',
        encoding: joined(headers['content-encoding']),
        length: single(headers['content-length']),
      })
      return { ...page, fileName, body: bytes, cut }
    } finally {
      clearTimeout(phase)
      connection?.destroy()
    }
  }
}

/** Returns the headers, without personal data: no cookie, no credentials, no client address. */
function requestHeaders(wish: FetchWish): Record<string, string> {
  if (wish.post) return { ...wish.post.headers, 'accept-encoding': 'identity' }
  return {
    'user-agent': 'Mozilla/5.0 (compatible; Nestmark/1.0; link preview)',
    accept: wish.accept ?? '*/*',
    'accept-language': 'en,*;q=0.5',
    'accept-encoding': wish.firstBytes ? 'identity' : 'gzip, deflate, br',
    ...(wish.firstBytes ? { range: `bytes=0-${wish.firstBytes - 1}` } : {}),
  }
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}

function joined(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(',') : header
}
