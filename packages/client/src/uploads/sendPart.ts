import { Refusal } from '@nestmark/contract/client'
import { uploadTexts } from '@nestmark/texts/links/uploads'
import type { ConnectionTracker } from '../connection.ts'
import type { TokenStore } from '../token.ts'
import { toContentDigest } from './digest.ts'

/** The answer of a server to bytes. */
interface PutAnswer {
  status: number
  text: string
  /** The header of this name. */
  retryAfter: string | null
}

interface PutRequest {
  headers: Record<string, string>
  body: ArrayBuffer
  /** Receives the bytes that were sent so far. */
  onProgress: (sent: number) => void
  signal: AbortSignal
}

/**
 * Sends bytes with the method PUT.
 * @throws TypeError when the connection breaks, and the reason of the signal when it is aborted
 */
export type PutBytes = (address: string, request: PutRequest) => Promise<PutAnswer>

/** Sends bytes by `fetch`, which reports no progress. A service worker has nothing else. */
export const toPutBytes =
  (send: typeof fetch): PutBytes =>
  async (address, { headers, body, signal }) => {
    const answer = await send(address, { method: 'PUT', headers, body, signal })
    return {
      status: answer.status,
      text: await answer.text(),
      retryAfter: answer.headers.get('retry-after'),
    }
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
    let answer: PutAnswer
    try {
      answer = await put(`${base}${url}/${number}`, { headers, body, onProgress, signal })
    } catch (error) {
      if (signal.aborted) throw error
      tracker.reportUnreachable()
      throw new Refusal({ status: 0, code: 'network', message: '' })
    }
    if (answer.status === 502 || answer.status === 504) tracker.reportUnreachable()
    else tracker.reportReachable()
    if (answer.status >= 300) throw toRefusal(answer)
  }
}

interface Body {
  code?: Refusal['code']
  message?: string
}

function toRefusal({ status, text, retryAfter }: PutAnswer): Refusal {
  const body = parseBody(text)
  // Our own server answers in JSON. A proxy in front of it may allow smaller bodies only.
  if (status === 413 && !body?.code)
    return new Refusal({ status, code: 'request.tooLarge', message: uploadTexts.proxyLimit })
  return new Refusal({
    status,
    code: body?.code ?? 'server.failed',
    message: body?.message ?? uploadTexts.unreadable,
    retryAfter: Number(retryAfter) || 0,
  })
}

function parseBody(text: string): Body | null {
  try {
    return JSON.parse(text) as Body
  } catch {
    return null
  }
}
