import { onTestFinished } from 'vitest'
import { createConnection } from '../connection.ts'
import { createFakeServer } from '../fakeServer.testing.ts'
import { createMemoryStorage } from '../memoryStorage.testing.ts'
import { replaceGlobal } from '../replaceGlobal.testing.ts'
import { createTokenStore } from '../token.ts'
import { createPersist } from './persist.ts'
import { createSendFile } from './sendFile.ts'
import { createSendPart, type PutBytes } from './sendPart.ts'
import { addUploads, type Part, type UploadServer } from './uploadServer.testing.ts'

/**
 * Creates a client that uploads files for a person who is signed in, and its server. The client does not wait before it tries
 * something again.
 * @param partSize in bytes
 */
export function startUploads({ partSize = 4 } = {}) {
  const real = setTimeout
  replaceGlobal('setTimeout', (run: () => void) => real(run, 0))
  const fake = createFakeServer()
  const server = Object.assign(addUploads(fake, partSize), fake, {
    /** Whether the server answers the client when it asks whether it is reachable. */
    isReachable: true,
  })
  onTestFinished(() => void (server.isReachable = true))
  const token = createTokenStore(createMemoryStorage().openTab(), () => undefined)
  token.set('a token')
  const tracker = createConnection({
    isOffline: () => false,
    send: () =>
      server.isReachable ? Promise.resolve(new Response('{}')) : Promise.reject(new TypeError('no network')),
  })
  const persist = createPersist(tracker)
  const sendPart = createSendPart({ token, tracker, put: toPut(server) })
  const sendFile = createSendFile({ client: fake, persist, sendPart })
  return { server, ...tracker, persist, sendPart, sendFile }
}

/** Sends parts to a server, which may end the connection. */
const toPut =
  (server: UploadServer): PutBytes =>
  async (address, { headers, body, onProgress, signal }) => {
    const [uploadId = '', number] = address.split('/').slice(-2)
    const part: Part = {
      uploadId,
      number: Number(number),
      bytes: Buffer.from(body),
      headers: new Map(Object.entries(headers)),
      report: onProgress,
    }
    const answered = new AbortController()
    const aborted = new Promise<never>((_, reject) => {
      const end = () => {
        server.ended.push(part)
        reject(signal.reason as Error)
      }
      signal.addEventListener('abort', end, { signal: answered.signal })
    })
    const answer = await Promise.race([server.receive(part), aborted])
    answered.abort()
    if (answer === 'broken') throw new TypeError('The connection broke.')
    const { status, text, retryAfter = '' } = answer
    return new Response(text, { status, headers: { 'retry-after': String(retryAfter) } })
  }
