import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeOnlyIdleConnections } from './idleConnections.ts'

/** Larger than what the system buffers of a connection. */
const large = Buffer.alloc(24_000_000, 'x')
let server: Server
let requests = 0
beforeEach(async () => {
  requests = 0
  server = createServer((request, response) => {
    requests++
    response.end(request.url === '/large' ? large : 'short')
  })
  closeOnlyIdleConnections(server)
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** Opens a connection. `peer` is the server's side, and `closed` resolves with what the client received. */
async function open(): Promise<{ socket: Socket; peer: Socket; closed: Promise<string> }> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const accepted = new Promise<Socket>(done => server.once('connection', done))
  const pieces: Buffer[] = []
  socket.on('data', piece => pieces.push(piece))
  const closed = new Promise<string>((done, fail) => {
    socket.once('error', fail)
    socket.once('close', () => done(Buffer.concat(pieces).toString()))
  })
  return { socket, peer: await accepted, closed }
}
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`

test('a slow client receives its entire response while the server stops', async () => {
  const { socket, closed } = await open()
  socket.pause()
  socket.write(get('/large'))
  await expect.poll(() => requests).toBe(1)
  server.closeIdleConnections()
  socket.resume()
  await expect.poll(() => socket.bytesRead).toBeGreaterThan(large.length)
  // The connection is idle as soon as the server has passed on the last byte.
  const closing = setInterval(() => server.closeIdleConnections(), 5)
  const received = await closed
  clearInterval(closing)
  expect(received.split('\r\n\r\n')[1]).toHaveLength(large.length)
})

test('closes connections without a request and those after a response, and awaits a half-sent request', async () => {
  const [unused, used, half] = [await open(), await open(), await open()]
  used.socket.write(get('/'))
  half.socket.write('GET / HTT')
  await expect.poll(() => half.peer.bytesRead).toBeGreaterThan(0)
  await expect.poll(() => used.socket.bytesRead).toBeGreaterThan(0)
  const closing = setInterval(() => server.closeIdleConnections(), 5)
  expect(await unused.closed).toBe('')
  expect(await used.closed).toContain('short')
  half.socket.write('P/1.1\r\nHost: x\r\n\r\n')
  expect(await half.closed).toContain('short')
  clearInterval(closing)
})
