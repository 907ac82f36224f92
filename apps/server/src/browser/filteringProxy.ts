import { randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as sendRequest,
  type ServerResponse,
} from 'node:http'
import net, { type AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { type AddressPolicy, isPublicAddress, parseAddress } from '../fetching/requests/addressPolicy.ts'
import { toPinned } from '../fetching/requests/pinnedConnection.ts'
import { type Lookup, pinAddresses } from '../fetching/requests/resolve.ts'

/** The limits of one page. */
export interface ProxyLimits {
  requests: number
  /** The bytes that the page receives. */
  bytes: number
}

const proxyLimits: ProxyLimits = { requests: 500, bytes: 60_000_000 }

/**
 * Starts a proxy on the loopback interface, for the browser of one page. Every request and every tunnel passes the checks
 * of all fetches (S01 to S06), and connects to the addresses that were checked (P02).
 * @param rules how the addresses of the page are checked; null refuses everything
 */
export async function startFilteringProxy(
  rules: { policy: AddressPolicy; lookup: Lookup } | null,
  limits: ProxyLimits = proxyLimits,
) {
  const credentials = { username: 'page', password: randomBytes(18).toString('base64url') }
  const wanted = Buffer.from(
    `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')}`,
  )
  const closing = new AbortController()
  const connections = new Set<net.Socket>()
  let requests = 0
  let bytes = 0

  const isAuthorized = ({ headers }: IncomingMessage) => {
    const given = Buffer.from(headers['proxy-authorization'] ?? '')
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  }
  /** Connects to an address that the rules allow; null where they do not. */
  const connect = async (url: URL): Promise<net.Socket | null> => {
    if (!rules || ++requests > limits.requests || bytes > limits.bytes) return null
    const pinned = await pinAddresses(url, rules.policy, rules.lookup, closing.signal).catch(() => null)
    if (!pinned || closing.signal.aborted) return null
    const socket = net.connect({ host: 'pinned', ...toPinned(url, pinned) })
    connections.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => connections.delete(socket))
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > limits.bytes) for (const each of connections) each.destroy()
    })
    // Data waits until it is piped.
    socket.pause()
    const isConnected = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    // Never true unless the runtime ignored the pinned addresses; then nothing may be sent.
    const isForeign = !rules.policy.allows(url) && !isPublicAddress(socket.remoteAddress ?? '')
    if (isConnected && !isForeign) return socket
    socket.destroy()
    return null
  }

  const server = createServer((request, response) => {
    if (!isAuthorized(request)) return challenge(response)
    void forward(request, response, connect)
  })
  server.on('connect', (request: IncomingMessage, client: Duplex, head: Buffer) => {
    client.on('error', () => client.destroy())
    if (!isAuthorized(request)) return void client.end(challengeText)
    void openTunnel(request, client, head, connect)
  })
  server.on('clientError', (_error, socket) => socket.destroy())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    /** Only a caller that sends it may use the proxy. */
    credentials,
    /** Ends the proxy with all its connections. */
    close() {
      closing.abort()
      for (const each of connections) each.destroy()
      server.close()
      server.closeAllConnections()
    },
  }
}

const challengeText =
  'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="page"\r\nContent-Length: 0\r\n\r\n'

function challenge(response: ServerResponse): void {
  response.writeHead(407, { 'proxy-authenticate': 'Basic realm="page"', 'content-length': 0 }).end()
}

type Connect = (url: URL) => Promise<net.Socket | null>

/** The headers that concern a connection and not the request. */
const hopHeaders = ['proxy-authorization', 'proxy-connection', 'connection', 'keep-alive', 'te', 'upgrade']

/** Sends a request without encryption, and its answer back. */
async function forward(request: IncomingMessage, response: ServerResponse, connect: Connect): Promise<void> {
  const url = parseTarget(request.url ?? '', 'http:')
  const socket = url && (await connect(url))
  // No answer at all: an answer would be a page that can be read.
  if (!socket) return void response.destroy()
  const headers: IncomingHttpHeaders = { ...request.headers, host: url.host }
  for (const name of hopHeaders) delete headers[name]
  const sent = sendRequest({
    // With an agent, the agent would connect.
    createConnection: () => socket,
    method: request.method,
    path: url.pathname + url.search,
    headers,
    maxHeaderSize: 16 * 1024,
  })
  const fail = () => {
    socket.destroy()
    response.destroy()
  }
  sent.on('error', fail)
  response.on('close', () => socket.destroy())
  request.on('error', fail)
  sent.on('response', answer => {
    const received = { ...answer.headers }
    for (const name of [...hopHeaders, 'transfer-encoding']) delete received[name]
    response.writeHead(answer.statusCode ?? 502, received)
    answer.on('error', fail)
    answer.pipe(response)
  })
  request.pipe(sent)
  socket.resume()
}

/** Connects the browser to a site, for encrypted requests. */
async function openTunnel(
  request: IncomingMessage,
  client: Duplex,
  head: Buffer,
  connect: Connect,
): Promise<void> {
  const url = parseTarget(`https://${request.url ?? ''}`, 'https:')
  const socket = url && (await connect(url))
  if (!socket) return void client.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n')
  client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
  client.on('close', () => socket.destroy())
  socket.on('close', () => client.destroy())
  if (head.length > 0) socket.write(head)
  client.pipe(socket)
  socket.pipe(client)
}

/** Parses the target of a request; null when its form or its scheme is wrong. */
function parseTarget(target: string, scheme: 'http:' | 'https:'): URL | null {
  try {
    const { url } = parseAddress(target)
    return url.protocol === scheme ? url : null
  } catch {
    return null
  }
}
