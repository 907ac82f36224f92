import http from 'node:http'
import https from 'node:https'
import net from 'node:net'
import { once } from 'node:events'
import { cert, key } from './certificate.testing.ts'

/** A server on the loopback interface, for tests of the fetcher. */
export interface TestServer {
  port: number
  /** `127.0.0.1:port`, in the format of `allowPrivate`. */
  hostPort: string
  origin: string
  /** The received requests. */
  requests: http.IncomingMessage[]
  /** Number of connections so far. */
  connections: number
  /** Open connections. */
  open: Set<net.Socket>
  close(): Promise<void>
}

/** Serves HTTP with a handler. */
export function serve(handler: http.RequestListener): Promise<TestServer> {
  const seen: http.IncomingMessage[] = []
  const server = http.createServer({ maxHeaderSize: 64 * 1024 }, (request, response) => {
    seen.push(request)
    handler(request, response)
  })
  return listen(server, seen)
}

/** Serves HTTPS as site.test; `origin` still has the scheme http. */
export function serveTls(handler: http.RequestListener): Promise<TestServer> {
  const seen: http.IncomingMessage[] = []
  const server = https.createServer({ cert, key }, (request, response) => {
    seen.push(request)
    handler(request, response)
  })
  return listen(server, seen)
}

/** Serves raw connections, for output that an HTTP server would not send. */
export function serveRaw(onConnection: (socket: net.Socket) => void): Promise<TestServer> {
  const server = net.createServer(socket => {
    socket.on('error', () => {})
    onConnection(socket)
    // The end of a stream is only noticed when it is read.
    socket.resume()
  })
  return listen(server, [])
}

async function listen(server: net.Server, requests: http.IncomingMessage[]): Promise<TestServer> {
  const open = new Set<net.Socket>()
  server.on('connection', (socket: net.Socket) => {
    web.connections++
    open.add(socket)
    socket.on('close', () => open.delete(socket)).on('error', () => {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as net.AddressInfo
  const web: TestServer = {
    port,
    hostPort: `127.0.0.1:${port}`,
    origin: `http://127.0.0.1:${port}`,
    requests,
    connections: 0,
    open,
    async close() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return web
}

/** Serves HTML by path; other paths are 404. */
export function servePages(pages: Record<string, string | Buffer>, type = 'text/html'): Promise<TestServer> {
  return serve((request, response) => {
    const page = pages[request.url ?? '']
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': type }).end(page)
  })
}
