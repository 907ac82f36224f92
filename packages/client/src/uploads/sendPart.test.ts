import { createHash } from 'node:crypto'
import type { Refusal } from '@nestmark/contract/client'
import { uploadTexts as texts } from '@nestmark/texts/links/uploads'
import { expect, test } from 'vitest'
import { replaceGlobal } from '../replaceGlobal.testing.ts'
import { toContentDigest } from './sendPart.ts'
import { startUploads } from './uploads.testing.ts'
import { type PartAnswer, toBytes } from './uploadServer.testing.ts'

const never = new Promise<undefined>(() => undefined)

/** Sends a part to a server that answers it in this way. */
function setUp(answer: PartAnswer | typeof never) {
  const { server, sendPart, connection } = startUploads()
  server.onPart = () => answer
  const stop = new AbortController()
  const progress: number[] = []
  const send = () =>
    sendPart('/files/uploads/u1', 2, new Blob([toBytes(10)]), {
      signal: stop.signal,
      onProgress: sent => progress.push(sent),
    })
  return { server, stop, progress, send, connection }
}

/** Returns how a part failed. */
const failure = async (answer: PartAnswer) => {
  const { send } = setUp(answer)
  return send().then(
    () => 'it was sent',
    ({ status, code, message, retryAfter }: Refusal) => ({ status, code, message, retryAfter }),
  )
}

test('UPL-06 sends a part with the session of the user and the digest of its bytes', async () => {
  const { server, send } = setUp({ status: 204 })
  await send()
  const [part] = server.parts
  expect([part?.uploadId, part?.number, part?.bytes]).toEqual(['u1', 2, toBytes(10)])
  expect(part?.headers.get('authorization')).toBe('Bearer a token')
  const digest = createHash('sha256').update(toBytes(10)).digest('base64')
  expect(part?.headers.get('content-digest')).toBe(`sha-256=:${digest}:`)
})

test('UPL-06 counts what left the browser as progress', async () => {
  const { server, progress, send } = setUp({ status: 204 })
  server.onPart = ({ report }) => {
    for (const loaded of [3, 10]) report(loaded)
    return { status: 204 }
  }
  await send()
  expect(progress).toEqual([3, 10])
})

test('UPL-06 a rejected part has the message of the server, and the time of the next try', async () => {
  const text = JSON.stringify({ code: 'files.partBusy', message: 'The part is being received.' })
  expect(await failure({ status: 409, text, retryAfter: 3 })).toEqual({
    status: 409,
    code: 'files.partBusy',
    message: 'The part is being received.',
    retryAfter: 3,
  })
})

test('UPL-06 the page says that a proxy allows smaller parts only', async () => {
  expect(await failure({ status: 413, text: '<h1>nginx</h1>' })).toMatchObject({
    code: 'request.tooLarge',
    message: texts.proxyLimit,
  })
})

test('UPL-06 the limit of the server itself keeps its own sentence', async () => {
  const text = JSON.stringify({ code: 'files.tooLarge', message: 'Too large.' })
  expect(await failure({ status: 413, text })).toMatchObject({
    code: 'files.tooLarge',
    message: 'Too large.',
  })
})

test('UPL-06 treats an answer that is not JSON as a failure of the server', async () => {
  expect(await failure({ status: 500, text: 'oops' })).toEqual({
    status: 500,
    code: 'server.failed',
    message: 'Unexpected response from the server.',
    retryAfter: 0,
  })
})

test('UPL-06 OFFLINE distinguishes a broken connection from a refusal', async () => {
  expect(await failure('broken')).toMatchObject({ status: 0, code: 'network' })
})

test.each([502, 504])('OFFLINE the server counts as unreachable when a proxy answers %i', async status => {
  const { server, send, connection } = setUp({ status })
  server.isReachable = false
  await expect(send()).rejects.toMatchObject({ status })
  await expect.poll(connection.get).toBe('down')
})

test('OFFLINE a part that arrived shows that the server is reachable again', async () => {
  const { send, connection } = setUp({ status: 204 })
  connection.set('down')
  await send()
  expect(connection.get()).toBe('up')
})

test('UPL-06 a cancelled upload ends the request of its part', async () => {
  const { server, stop, send } = setUp(never)
  const sending = send()
  await expect.poll(() => server.parts.length).toBe(1)
  stop.abort()
  await expect(sending).rejects.toMatchObject({ name: 'AbortError' })
  expect(server.ended).toEqual(server.parts)
})

test('UPL-06 sends no part of an upload cancelled before', async () => {
  const { server, stop, send } = setUp({ status: 204 })
  stop.abort()
  await expect(send()).rejects.toMatchObject({ name: 'AbortError' })
  expect(server.parts).toEqual([])
})

test('UPL-06 a page without TLS has the same digest', async () => {
  const { buffer } = new Uint8Array(toBytes(1000))
  const secure = await toContentDigest(buffer)
  replaceGlobal('crypto', {})
  expect(await toContentDigest(buffer)).toBe(secure)
})
