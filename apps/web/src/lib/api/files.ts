import { Refusal } from '@nestmark/contract/client'
import type { Input, Operation, Output } from '@nestmark/contract/operation'
import { startDownload } from '../browser/startDownload.ts'
import { token } from '../browser/token.ts'

interface Body {
  message?: string
  code?: Refusal['code']
  data?: unknown
}

const unreadableMessage = 'Unexpected response from the server.'

/** @param retryAfter the header of this name */
function toRefusal(status: number, body: Body | null, retryAfter: string | null): Refusal {
  return new Refusal({
    status,
    code: body?.code ?? 'server.failed',
    message: body?.message ?? unreadableMessage,
    data: body?.data,
    retryAfter: Number(retryAfter) || 0,
  })
}

/**
 * Uploads a file with an operation that takes one.
 * @param onProgress receives the sent fraction, 0 to 1
 * @throws Refusal; with code 'network' when the connection breaks
 */
export function uploadFile<Op extends Operation>(
  op: Op,
  form: FormData,
  { onProgress, signal }: { onProgress?: (fraction: number) => void; signal?: AbortSignal } = {},
): Promise<Output<Op>> {
  return new Promise((resolve, reject) => {
    // fetch has no upload progress.
    const request = new XMLHttpRequest()
    request.open('POST', `/api/${op.path}`)
    request.setRequestHeader('authorization', `Bearer ${token.get() ?? ''}`)
    request.upload.addEventListener('progress', event => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total)
    })
    request.addEventListener('load', () => {
      const body = parseBody(request.responseText)
      if (request.status >= 400 || body === null)
        reject(toRefusal(request.status, body, request.getResponseHeader('retry-after')))
      else resolve(body.data as Output<Op>)
    })
    request.addEventListener('error', () =>
      reject(new Refusal({ status: 0, code: 'network', message: 'Can’t reach Nestmark.' })),
    )
    request.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
    signal?.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}

/**
 * Calls an operation that returns a file and saves the file through the browser once it is complete.
 * @throws Refusal; with code 'network' when the connection breaks
 */
export async function downloadFile<Op extends Operation>(
  op: Op,
  name: string,
  signal: AbortSignal,
  input?: Input<Op>,
): Promise<void> {
  saveAsFile(await fetchFile(op, signal, input), name)
}

/**
 * Calls an operation that returns a file.
 * @throws Refusal; with code 'network' when the connection breaks
 */
export async function fetchFile<Op extends Operation>(
  op: Op,
  signal: AbortSignal,
  input?: Input<Op>,
): Promise<Blob> {
  let message = 'Can’t reach Nestmark.'
  try {
    const answer = await fetch(`/api/${op.path}`, {
      method: op.method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token.get() ?? ''}` },
      body: JSON.stringify(input ?? {}),
      signal,
    })
    message = 'The connection was cut off before the file was complete.'
    if (!answer.ok)
      throw toRefusal(answer.status, parseBody(await answer.text()), answer.headers.get('retry-after'))
    return await answer.blob()
  } catch (error) {
    if (error instanceof Refusal || signal.aborted) throw error
    throw new Refusal({ status: 0, code: 'network', message })
  }
}

/** Saves a blob as a file through the browser. */
export function saveAsFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  startDownload(address, name)
  // The browser has started to read the blob by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

function parseBody(text: string): Body | null {
  try {
    return JSON.parse(text) as Body
  } catch {
    return null
  }
}
