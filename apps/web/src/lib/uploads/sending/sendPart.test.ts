import { expect, test } from 'vitest'
import { sendPart } from './sendFile.ts'
import { startUploadServer, toBytes } from '../uploadServer.testing.ts'

/** Sends a part from the page. */
function setUp() {
  const server = startUploadServer()
  const stop = new AbortController()
  const progress: number[] = []
  const send = () =>
    sendPart('/files/uploads/u1', 2, new Blob([toBytes(10)]), {
      signal: stop.signal,
      onProgress: sent => progress.push(sent),
    })
  return { server, stop, progress, send }
}

test('UPL-06 counts what left the browser as progress', async () => {
  const { server, progress, send } = setUp()
  server.onPart = ({ report }) => {
    for (const loaded of [3, 10]) report(loaded)
    return { status: 204 }
  }
  await send()
  expect(progress).toEqual([3, 10])
  expect(server.parts[0]?.headers.get('authorization')).toBe('Bearer a token')
})

test('UPL-06 a cancelled upload ends the request of its part', async () => {
  const { server, stop, send } = setUp()
  server.onPart = () => new Promise(() => undefined)
  const sending = send()
  await expect.poll(() => server.parts.length).toBe(1)
  stop.abort()
  await expect(sending).rejects.toMatchObject({ name: 'AbortError' })
  expect(server.ended).toEqual(server.parts)
})

test('UPL-06 OFFLINE distinguishes a broken connection from a refusal', async () => {
  const { server, send } = setUp()
  server.onPart = () => 'broken'
  await expect(send()).rejects.toMatchObject({ status: 0, code: 'network' })
  server.onPart = () => ({ status: 409, text: '{"code":"files.partBusy"}', retryAfter: 3 })
  await expect(send()).rejects.toMatchObject({ status: 409, code: 'files.partBusy', retryAfter: 3 })
})
