import { createSendPart, type PutBytes } from '@nestmark/client/uploads/sendPart'
import { tracker } from '../../connection.ts'
import { token } from '../../browser/token.ts'

/** Sends bytes by XMLHttpRequest: `fetch` has no upload progress. */
const putWithProgress: PutBytes = (address, { headers, body, onProgress, signal }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PUT', address)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', event => onProgress(event.loaded))
    request.addEventListener('load', () =>
      resolve({
        status: request.status,
        text: request.responseText,
        retryAfter: request.getResponseHeader('retry-after'),
      }),
    )
    request.addEventListener('error', () => reject(new TypeError('The connection broke.')))
    const abort = () => request.abort()
    request.addEventListener('abort', () => reject(signal.reason as Error))
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort))
    signal.addEventListener('abort', abort)
    request.send(body)
  })

/** Sends one part of a file. */
export const sendPart = createSendPart({ token, tracker, put: putWithProgress })
