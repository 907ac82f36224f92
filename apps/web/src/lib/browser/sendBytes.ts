/** Bytes on their way to the server. */
export interface SentBytes {
  headers: Record<string, string>
  body: ArrayBuffer | FormData
  /** Receives the bytes that have left the browser, and their total. */
  onProgress?: ((sent: number, total: number) => void) | undefined
  signal?: AbortSignal | undefined
}

/**
 * Sends bytes by XMLHttpRequest: `fetch` has no upload progress.
 * @throws TypeError when the connection breaks, and the reason of the signal when it is aborted
 */
export const sendBytes = (
  method: 'POST' | 'PUT',
  address: string,
  { headers, body, onProgress, signal }: SentBytes,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, address)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', event => onProgress?.(event.loaded, event.total))
    request.addEventListener('load', () => {
      const headers = { 'retry-after': request.getResponseHeader('retry-after') ?? '' }
      // A status without a body, such as 204, must not have an empty one either.
      resolve(new Response(request.responseText || null, { status: request.status, headers }))
    })
    request.addEventListener('error', () => reject(new TypeError('The connection broke.')))
    const abort = () => request.abort()
    request.addEventListener('abort', () => reject(signal?.reason as Error))
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort))
    signal?.addEventListener('abort', abort)
    request.send(body)
  })
