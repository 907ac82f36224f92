import { readJson, Refusal, toRefusal } from '@nestmark/contract/client'
import { uploadTexts } from '@nestmark/texts/links/uploads'
import type { ConnectionTracker } from '../connection.ts'
import type { TokenStore } from '../token.ts'

interface PutRequest {
  headers: Record<string, string>
  body: ArrayBuffer
  /** Receives the bytes that were sent so far. */
  onProgress: (sent: number) => void
  signal: AbortSignal
}

/**
 * Sends bytes with the method PUT, and reads the whole response.
 * @throws TypeError when the connection breaks, and the reason of the signal when it is aborted
 */
export type PutBytes = (address: string, request: PutRequest) => Promise<Response>

/** Returns a function that sends bytes by `fetch`, which reports no progress. A service worker has nothing else. */
export const putByFetch =
  (send: typeof fetch): PutBytes =>
  async (address, { headers, body, signal }) => {
    const answer = await send(address, { method: 'PUT', headers, body, signal })
    return new Response((await answer.text()) || null, answer)
  }

/**
 * Sends one part of a file.
 * @param url where the parts of the upload are sent, relative to the server
 * @throws Refusal; with code 'network' when the connection breaks
 */
export type SendPart = (
  url: string,
  number: number,
  part: Blob,
  options: Pick<PutRequest, 'onProgress' | 'signal'>,
) => Promise<void>

/** Creates the function that sends parts of files to a server. @param base its origin; '' for that of the page */
export function createSendPart({
  base = '',
  token,
  tracker,
  put,
}: {
  base?: string
  token: Pick<TokenStore, 'get'>
  tracker: Pick<ConnectionTracker, 'reportReachable' | 'reportUnreachable'>
  put: PutBytes
}): SendPart {
  return async (url, number, part, { onProgress, signal }) => {
    const body = await part.arrayBuffer()
    const headers = {
      authorization: `Bearer ${token.get() ?? ''}`,
      'content-type': 'application/octet-stream',
      'content-digest': await toContentDigest(body),
    }
    signal.throwIfAborted()
    let answer: Response
    try {
      answer = await put(`${base}${url}/${number}`, { headers, body, onProgress, signal })
    } catch (error) {
      if (signal.aborted) throw error
      tracker.reportUnreachable()
      throw new Refusal({ status: 0, code: 'network', message: '' })
    }
    if (answer.status === 502 || answer.status === 504) tracker.reportUnreachable()
    else tracker.reportReachable()
    if (answer.ok) return
    const refused = await readJson(answer)
    // Our own server answers in JSON. A proxy in front of it may allow smaller bodies only.
    throw answer.status === 413 && !refused?.code
      ? new Refusal({ status: 413, code: 'request.tooLarge', message: uploadTexts.proxyLimit })
      : toRefusal(answer, refused)
  }
}

/**
 * Returns the value of `Content-Digest` for bytes (RFC 9530). Browsers offer their own SHA-256 on secure pages only; an
 * installation without TLS gets a slower one.
 */
export async function toContentDigest(bytes: ArrayBuffer): Promise<string> {
  const digest =
    globalThis.crypto?.subtle === undefined
      ? (await import('@noble/hashes/sha2.js')).sha256(new Uint8Array(bytes))
      : new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return `sha-256=:${btoa(String.fromCharCode(...digest))}:`
}
