import { Refusal } from '@nestmark/contract/client'
import { uploadTexts } from '@nestmark/texts/uploads'
import { reportReachable, reportUnreachable } from '../connection.ts'
import { token } from '../token.ts'
import { toContentDigest } from './digest.ts'

/**
 * Sends one part of a file.
 * @param url where the parts of the upload are sent, relative to the server
 * @param onProgress receives the bytes of the part that were sent so far
 * @throws Refusal; with code 'network' when the connection breaks
 */
export async function sendPart(
  url: string,
  number: number,
  part: Blob,
  { onProgress, signal }: { onProgress: (sent: number) => void; signal: AbortSignal },
): Promise<void> {
  const bytes = await part.arrayBuffer()
  const digest = await toContentDigest(bytes)
  signal.throwIfAborted()
  await new Promise<void>((resolve, reject) => {
    // fetch has no upload progress.
    const request = new XMLHttpRequest()
    request.open('PUT', `${url}/${number}`)
    request.setRequestHeader('authorization', `Bearer ${token.get() ?? ''}`)
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.setRequestHeader('content-digest', digest)
    request.upload.addEventListener('progress', event => onProgress(event.loaded))
    request.addEventListener('load', () => {
      if (request.status === 502 || request.status === 504) reportUnreachable()
      else reportReachable()
      if (request.status < 300) resolve()
      else reject(toRefusal(request))
    })
    request.addEventListener('error', () => {
      reportUnreachable()
      reject(new Refusal({ status: 0, code: 'network', message: '' }))
    })
    const abort = () => request.abort()
    request.addEventListener('abort', () => reject(signal.reason))
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort))
    signal.addEventListener('abort', abort)
    request.send(bytes)
  })
}

interface Body {
  code?: Refusal['code']
  message?: string
}

function toRefusal(request: XMLHttpRequest): Refusal {
  const { status } = request
  const body = parseBody(request.responseText)
  // Our own server answers in JSON. A proxy in front of it may allow smaller bodies only.
  if (status === 413 && !body?.code)
    return new Refusal({ status, code: 'request.tooLarge', message: uploadTexts.proxyLimit })
  return new Refusal({
    status,
    code: body?.code ?? 'server.failed',
    message: body?.message ?? uploadTexts.unreadable,
    retryAfter: Number(request.getResponseHeader('retry-after')) || 0,
  })
}

function parseBody(text: string): Body | null {
  try {
    return JSON.parse(text) as Body
  } catch {
    return null
  }
}
