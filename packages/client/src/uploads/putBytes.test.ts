import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { createMemoryStorage } from '../memoryStorage.testing.ts'
import { createTokenStore } from '../token.ts'
import { createSendPart, putByFetch } from './sendPart.ts'
import { toBytes } from './uploadServer.testing.ts'

/** Starts a server that answers a part with a status, and a client that sends parts to it by `fetch`. */
async function connect(status: number, body = '') {
  const received: { request: IncomingMessage; bytes: Buffer }[] = []
  const server = createServer(async (request, response) => {
    received.push({ request, bytes: await buffer(request) })
    if (status > 0) response.writeHead(status, { 'retry-after': '7' }).end(body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const token = createTokenStore(createMemoryStorage().openTab(), () => undefined)
  token.set('a key')
  const reached: boolean[] = []
  const sendPart = createSendPart({
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token,
    tracker: {
      reportReachable: () => void reached.push(true),
      reportUnreachable: () => void reached.push(false),
    },
    put: putByFetch((address, init) => fetch(address, { ...init, credentials: 'omit' })),
  })
  const stop = new AbortController()
  const send = () =>
    sendPart('/files/uploads/u1', 2, new Blob([toBytes(10)]), {
      signal: stop.signal,
      onProgress: () => undefined,
    })
  return { received, reached, send, stop, server }
}

test('UPL-06 a client without XMLHttpRequest sends parts to its server by fetch', async () => {
  const { received, reached, send } = await connect(204)
  await send()
  const [{ request, bytes }] = received as [(typeof received)[0]]
  expect([request.method, request.url, bytes]).toEqual(['PUT', '/files/uploads/u1/2', toBytes(10)])
  expect(request.headers).toMatchObject({
    authorization: 'Bearer a key',
    'content-digest': `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`,
  })
  expect(reached).toEqual([true])
})

test('UPL-06 a part that is refused, cut off or cancelled by fetch ends with its reason', async () => {
  const refused = await connect(409, '{"code":"files.partBusy","message":"Busy."}')
  await expect(refused.send()).rejects.toMatchObject({ status: 409, code: 'files.partBusy', retryAfter: 7 })
  const silent = await connect(0)
  const cancelled = silent.send()
  await expect.poll(() => silent.received.length).toBe(1)
  silent.stop.abort()
  await expect(cancelled).rejects.toMatchObject({ name: 'AbortError' })
  const away = await connect(0)
  const cutOff = away.send()
  await expect.poll(() => away.received.length).toBe(1)
  away.server.closeAllConnections()
  await expect(cutOff).rejects.toMatchObject({ status: 0, code: 'network' })
  expect([silent.reached, away.reached]).toEqual([[], [false]])
})
