import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refused } from '../../access/refuse.ts'
import type { FileRequest, FileResponse, SessionFileRequest } from '../../calls/fileRequests.ts'
import type { Services } from '../../services.ts'
import { toAddressKey } from '../../calls/addressKey.ts'
import { headerOf } from '../responses/headerOf.ts'
import { RateLimits } from '../../calls/rateLimits.ts'
import { toFailureBody } from '../responses/responseBody.ts'
import { runInShare } from '../../calls/runInShare.ts'
import { send } from '../responses/send.ts'

/** The actions that serve files. */
export interface ServingActions {
  serveFile(request: FileRequest): Promise<FileResponse | 'missing' | 'lost'>
  servePdf(request: SessionFileRequest): Promise<FileResponse | 'missing'>
  serveExport(request: SessionFileRequest): Promise<FileResponse | 'missing'>
}

/** Mounts the routes that serve files. */
export function serveFiles(server: FastifyInstance, services: Services, actions: ServingActions): void {
  // Only missing and forbidden files are counted, which limits the guessing of addresses (Z12).
  const misses = new RateLimits()
  const respond = (request: FastifyRequest, reply: FastifyReply, found: FileResponse | 'missing') => {
    if (found !== 'missing') return sendFileBytes(reply, services, found)
    misses.spendForAddress('visitor', request.ip)
    return reply.code(404).type('text/plain').send('Not found')
  }
  server.route<SignedRoute>({
    method: ['GET', 'HEAD'],
    url: '/f/:id/:name',
    handler: (request, reply) =>
      runInShare(services.downloads, toDownloadKey(request.query.s, request.ip), async () => {
        const found = await actions.serveFile(toFileRequest(request))
        if (found === 'lost') return send(reply, toFailureBody(new Refused('files.lost')))
        return respond(request, reply, found)
      }),
  })
  server.get<SignedRoute>('/pdf/:id/:name', async (request, reply) => {
    const signed = toSigned(request)
    return runInShare(services.downloads, toDownloadKey(signed.sessionId, request.ip), async () =>
      respond(request, reply, await actions.servePdf(signed)),
    )
  })
  // The address can be used once: a request for the headers must not use it up.
  server.get<SignedRoute>('/export/:id/:name', { exposeHeadRoute: false }, async (request, reply) =>
    respond(request, reply, await actions.serveExport(toSigned(request))),
  )
}

/** An address that is signed for one session. */
interface SignedRoute {
  Params: { id: string; name: string }
  Querystring: Record<string, string>
}

/** Returns the key of the share that a download uses. An invalid session uses its own share only briefly. */
const toDownloadKey = (sessionId: unknown, ip: string): string =>
  typeof sessionId === 'string' && sessionId !== '' ? sessionId : toAddressKey(ip)

function toFileRequest(request: FastifyRequest): FileRequest {
  const { e = '', s = '', m = '', v } = request.query as Record<string, string>
  return {
    id: (request.params as { id: string }).id,
    expires: String(e),
    sessionId: String(s),
    signature: String(m),
    isPreview: v === 'preview',
    range: request.headers.range,
    ifRange: headerOf(request, 'if-range'),
    ifNoneMatch: request.headers['if-none-match'],
    isHead: request.method === 'HEAD',
    acceptsGzip: /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(
      headerOf(request, 'accept-encoding') ?? '',
    ),
  }
}

function toSigned({ params, query }: FastifyRequest<SignedRoute>): SessionFileRequest {
  const { e = '', s = '', p = '', m = '' } = query
  return {
    ...params,
    expires: String(e),
    sessionId: String(s),
    personId: String(p),
    signature: String(m),
  }
}

/** Sends the bytes of a file at the speed of the client, and counts those that were sent for its owner. */
async function sendFileBytes(
  reply: FastifyReply,
  { meter }: Pick<Services, 'meter'>,
  { status, headers, ownerId, stream, onIncomplete, stop, stalledMs }: FileResponse,
): Promise<FastifyReply> {
  reply.code(status).headers(headers)
  if (!stream) return reply.send()
  reply.hijack()
  const { raw } = reply
  // A client that disconnected while it waited would never drain.
  if (raw.destroyed) {
    stream.destroy()
    return reply
  }
  const { socket } = raw
  // A stop closes idle connections once. One that becomes idle later would delay the stop until its keep-alive
  // ends.
  raw.once('finish', () => reply.server.server.listening || socket?.end())
  const all = { ...reply.getHeaders(), ...headers } as Record<string, string>
  raw.writeHead(status, all)
  let written = 0
  const client = watchClient(raw)
  const cut = () => raw.destroy()
  stop?.addEventListener('abort', cut)
  let sent = Promise.resolve()
  const length = headers['content-length'] === undefined ? null : Number(headers['content-length'])
  try {
    for await (const chunk of stream) {
      if (client.isClosed()) break
      if (length !== null && written + chunk.length > length) throw new Error('The file has changed.')
      // The next chunk is read while this one is sent; the memory of the one before is used for it.
      await sent
      written += chunk.length
      sent = client.write(chunk)
      const timer = stalledMs === undefined ? undefined : setTimeout(cut, stalledMs)
      sent.then(
        () => clearTimeout(timer),
        () => clearTimeout(timer),
      )
    }
    // On a connection that stays open, the next response would be read as the missing bytes.
    if (length !== null && written < length) throw new Error('The file is shorter than its record.')
    raw.end()
  } catch (error) {
    // A read that fails in the middle: the client detects that bytes are missing.
    if (!client.isClosed()) {
      raw.destroy(error as Error)
      await onIncomplete?.()
    }
  } finally {
    stop?.removeEventListener('abort', cut)
    stream.destroy()
    // Bytes that were buffered for a disconnected client were not sent.
    if (ownerId !== null)
      meter.count(ownerId, Math.max(0, written - (raw.writableFinished ? 0 : raw.writableLength)))
  }
  return reply
}

interface WatchedClient {
  isClosed(): boolean
  /**
   * Sends a chunk, and waits until the system has accepted it.
   * @throws when the client disconnects
   */
  write(chunk: Buffer): Promise<void>
}

/** Watches who receives a response. A disconnected client never takes what was written for it. */
function watchClient(raw: ServerResponse): WatchedClient {
  const waiting = new Set<(error: Error) => void>()
  let isClosed = false
  raw.once('close', () => {
    isClosed = true
    for (const reject of waiting) reject(new Error('The client disconnected.'))
  })
  return {
    isClosed: () => isClosed,
    write: chunk =>
      new Promise((resolve, reject) => {
        waiting.add(reject)
        raw.write(chunk, error => {
          waiting.delete(reject)
          if (error) reject(error)
          else resolve()
        })
      }),
  }
}
