import type { AddressPolicy } from './addressPolicy.ts'
import { openPinnedConnection } from './pinnedConnection.ts'
import type { Cookies } from './cookies.ts'
import type { FetchCaller } from '../turns/fetchCaller.ts'
import { FetchRefused, type RefusalReason } from './fetchRefused.ts'
import { parseFileName, parseMediaType } from './mediaType.ts'
import { readBody, type Truncation } from './readBody.ts'
import { pinAddresses, type Lookup } from './resolve.ts'

/** The options of one fetch. */
export interface FetchRequest {
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
  /** Returns a redirect as the response, with the address to which it leads. */
  redirect?: 'return'
  /** The cookies of a chain of such requests; otherwise those of this request alone. */
  cookies?: Cookies
  /**
   * Follows pages that move by themselves: by the header `Refresh`, or to the address that this function finds in a
   * page. It may throw FetchRefused.
   */
  findMove?: (page: FetchedPage, signal: AbortSignal) => Promise<string | undefined>
  /** The caller it is for. */
  caller?: FetchCaller
  /** What an earlier response had: the server may answer 304 instead of the same body. */
  known?: { etag: string | null; lastModified: string | null }
}

/** A response of any status, after redirects. */
export interface FetchedPage {
  /** The address of the final response, without user name and password. */
  url: string
  /** The addresses of the redirects that led to it, in order and without the requested address. */
  redirects?: readonly string[]
  status: number
  /** The address to which a redirect leads; only where redirects are returned. */
  location?: string
  /** The header Retry-After. */
  retryAfter?: string | undefined
  /** Set when the server marks its response as a check for robots. */
  isChallenge?: boolean
  /** Lower-case media type without parameters; '' when unknown. */
  contentType: string
  charset?: string
  /** From Content-Disposition. */
  fileName?: string
  body: Buffer
  /** Set when the body is truncated. */
  truncation?: Truncation
  /** Where the requested address has moved for good: the target of the permanent redirects at the beginning. */
  movedTo?: string
  /** How many pages a list of WordPress has. */
  pageCount?: string | undefined
  /** Validators of the response. */
  etag?: string
  lastModified?: string
}

/** The abort signal of one fetch. */
export interface FetchAbort {
  signal: AbortSignal
  stop(reason: RefusalReason): void
}

/** The answer to one request: where to continue, or a page. */
export type Answer = {
  /** Set-Cookie headers. */
  cookies: readonly string[]
} & ({ location: string; status: number } | { page: FetchedPage; refresh: string | undefined })

/** One request without redirects. */
export type SendRequest = (
  url: URL,
  request: FetchRequest,
  abort: FetchAbort,
  cookie?: string,
) => Promise<Answer>

const noBytes = { bytes: Buffer.alloc(0), truncation: undefined }

const redirects = new Set([301, 302, 303, 307, 308])
/** The statuses of redirects to an address that replaces the requested one (RFC 9110, 15.4). */
export const permanentRedirects: ReadonlySet<number> = new Set([301, 308])

/**
 * Creates the function that sends one request: check, resolve, pin, connect, read, and close the connection.
 * @param options times in milliseconds
 */
export function createSendRequest(options: {
  policy: AddressPolicy
  resolveName: Lookup
  connectMs: number
  firstByteMs: number
}): SendRequest {
  const { policy, resolveName, connectMs, firstByteMs } = options

  return async function sendRequest(url, request, abort, cookie) {
    let phaseTimer = setTimeout(abort.stop, connectMs, 'connect-timeout')
    const connected = () => {
      clearTimeout(phaseTimer)
      phaseTimer = setTimeout(abort.stop, firstByteMs, 'first-byte-timeout')
    }
    let connection
    try {
      const pinned = await pinAddresses(url, policy, resolveName, abort.signal)
      connection = await openPinnedConnection(url, pinned, policy.allows(url), abort.signal, connected)
      const { statusCode, headers, body } = await connection.client.request({
        method: request.post ? 'POST' : (request.method ?? 'GET'),
        ...(request.post ? { body: request.post.body } : {}),
        path: url.pathname + url.search,
        headers: createHeaders(request, cookie),
        signal: abort.signal,
        reset: true,
      })
      clearTimeout(phaseTimer)
      // Unread data is destroyed with the connection, which the body reports as an error.
      body.on('error', () => {})
      const location = firstHeader(headers.location)
      const cookies = [headers['set-cookie'] ?? []].flat()
      if (redirects.has(statusCode) && location && !request.post)
        return { location, cookies, status: statusCode }
      // A transfer coding here would be a second layer under the content coding (S13).
      if (!/^(chunked|identity)?$/i.test(joinHeader(headers['transfer-encoding']) ?? ''))
        throw new FetchRefused('encoding')
      const { type, charset } = parseMediaType(firstHeader(headers['content-type']))
      const refresh = firstHeader(headers.refresh)
      const page = {
        url: url.href,
        status: statusCode,
        retryAfter: firstHeader(headers['retry-after']),
        isChallenge: firstHeader(headers['cf-mitigated']) === 'challenge',
        contentType: type,
        charset,
        etag: firstHeader(headers.etag),
        lastModified: firstHeader(headers['last-modified']),
        pageCount: firstHeader(headers['x-wp-totalpages']),
      }
      const maxBytes = typeof request.maxBytes === 'function' ? request.maxBytes(type) : request.maxBytes
      const fileName = parseFileName(firstHeader(headers['content-disposition']))
      const read = {
        maxBytes: request.method === 'HEAD' ? 0 : maxBytes,
        overflow: request.overflow ?? 'refuse',
        encoding: joinHeader(headers['content-encoding']),
        length: firstHeader(headers['content-length']),
      }
      const { bytes, truncation } = read.maxBytes === 0 ? noBytes : await readBody(body, read)
      return { page: { ...page, fileName, body: bytes, truncation }, refresh, cookies }
    } finally {
      clearTimeout(phaseTimer)
      connection?.destroy()
    }
  }
}

/**
 * Returns the headers, without personal data: no credentials, no client address.
 * @param cookie what the site itself set earlier in this chain
 */
function createHeaders(request: FetchRequest, cookie: string | undefined): Record<string, string> {
  if (request.post) return { ...request.post.headers, 'accept-encoding': 'identity' }
  return {
    'user-agent': 'Mozilla/5.0 (compatible; Nestmark/1.0; link preview)',
    accept: request.accept ?? '*/*',
    'accept-language': 'en,*;q=0.5',
    'accept-encoding': request.firstBytes ? 'identity' : 'gzip, deflate, br',
    ...(cookie ? { cookie } : {}),
    ...(request.known?.etag ? { 'if-none-match': request.known.etag } : {}),
    ...(request.known?.lastModified ? { 'if-modified-since': request.known.lastModified } : {}),
    ...(request.firstBytes ? { range: `bytes=0-${request.firstBytes - 1}` } : {}),
  }
}

function firstHeader(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}

function joinHeader(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(',') : header
}
