import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorCode } from '@nestmark/contract/errors'
import { Refused } from '../access/refuse.ts'
import type { IncomingTimes } from '../configuration/config.ts'
import { toFailureBody } from './responses/responseBody.ts'

type GetHeaders = (path: string) => Record<string, string>

/** The error codes for errors of the HTTP parser. */
const codes: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'request.headersTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'request.tooSlow',
}

/** Writes an error to a connection that cannot process further requests, and ends it. */
function sendRefusal(socket: Socket, code: ErrorCode, getHeaders: GetHeaders): void {
  const { retryAfter: _, ...body } = toFailureBody(new Refused(code))
  // The parser does not tell the address. A person sees this answer when another program passes a long note to /add-link/.
  const isPlain = code === 'request.headersTooLarge'
  const text = isPlain ? body.message : JSON.stringify(body)
  const headers = {
    ...getHeaders('/api/'),
    'content-type': `${isPlain ? 'text/plain' : 'application/json'}; charset=utf-8`,
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
  }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${body.status} ${STATUS_CODES[body.status]}\r\n${head.join('')}\r\n${text}`)
  // Disconnects a client that keeps sending.
  socket.once('finish', () => socket.destroy())
}

/**
 * Responds with the usual headers to requests that do not reach a route: invalid HTTP, headers that are too
 * large, unsupported expectations, and stalled bodies.
 * @param getHeaders returns the headers of a response to a path
 */
export function guardIncoming(server: Server, getHeaders: GetHeaders, times: IncomingTimes): void {
  server.headersTimeout = times.headers
  server.requestTimeout = times.total
  server.on('checkExpectation', (request: IncomingMessage) =>
    sendRefusal(request.socket, 'request.expectation', getHeaders),
  )
  server.on('connect', (request: IncomingMessage) =>
    sendRefusal(request.socket, 'request.unknownPath', getHeaders),
  )
  endStalledBodies(server, getHeaders, times.idle)
}

/** Returns the handler of HTTP parser errors, for Fastify's option. */
export function createClientErrorHandler(getHeaders: GetHeaders) {
  return (error: { code?: string }, socket: Socket): void => {
    // The client has disconnected, or a response is already being sent.
    if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
      socket.destroy()
      return
    }
    sendRefusal(socket, codes[error.code ?? ''] ?? 'request.notHttp', getHeaders)
  }
}

interface PendingBody {
  response: ServerResponse
  /** The bytes received on its connection at the last check, and when that number last changed. */
  bytes: number
  since: number
}

/** Ends calls whose body has stalled. Calls whose body this server has not read yet are not affected. */
function endStalledBodies(server: Server, getHeaders: GetHeaders, idle: number): void {
  const pending = new Map<IncomingMessage, PendingBody>()
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { headers } = request
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
    pending.set(request, { response, bytes: -1, since: 0 })
    request.once('close', () => pending.delete(request))
  })
  const timer = setInterval(
    () => {
      const now = performance.now()
      for (const [request, each] of pending) {
        if (request.complete || request.destroyed) {
          pending.delete(request)
          continue
        }
        const { bytesRead } = request.socket
        const unread = request.readableLength > 0
        if (bytesRead !== each.bytes || unread) Object.assign(each, { bytes: bytesRead, since: now })
        else if (now - each.since >= idle) {
          pending.delete(request)
          if (each.response.headersSent) request.socket.destroy()
          else sendRefusal(request.socket, 'request.tooSlow', getHeaders)
        }
      }
    },
    Math.max(20, idle / 6),
  )
  timer.unref()
  server.once('close', () => clearInterval(timer))
}
