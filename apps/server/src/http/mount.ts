import { windowHeader } from '@nestmark/contract/liveUpdates'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Actor } from '../access/actor.ts'
import { Refused } from '../access/refuse.ts'
import { hashCall } from '../access/idempotencyKeys.ts'
import { freeingSpace } from '../db/writes/diskReserve.ts'
import { runAsWriter } from '../db/writes/writeShares.ts'
import type { Services } from '../services.ts'
import { encodeResult } from './responses/encodeBody.ts'
import { toAddressKey } from '../calls/addressKey.ts'
import type { Call } from '../calls/call.ts'
import { FileReply, RowsReply, StreamReply } from '../calls/replies.ts'
import { hasLongResponse, isHeavy, unwrapOwnData, type Route } from '../calls/route.ts'
import { minCompressedBytes } from './responses/compression.ts'
import { areSameRows, isCacheable, ResponseCache } from './responses/responseCache.ts'
import type { RateLimits } from '../calls/rateLimits.ts'
import { toInvalidBody } from './responses/responseBody.ts'
import { send, sendBytes, sendFile } from './responses/send.ts'
import {
  type CallerContext,
  spendCallLimit,
  findCaller,
  type CreatePerson,
  parseBearer,
  refundSuccessfulLookUp,
} from './callers/callers.ts'
import { parseCountry } from './callers/country.ts'
import { sendStream } from './eventStream.ts'
import { discardUpload, readUpload } from './files/upload.ts'

/**
 * Mounts the routes: authentication, limits, validation, the action, the response.
 * @param createPerson called at most once per person
 * @param limits shared with the other handlers of the server
 */
export function mountRoutes(
  server: FastifyInstance,
  services: Services,
  routes: readonly Route[],
  createPerson: CreatePerson,
  limits: RateLimits,
): void {
  const mount: Mount = { services, createPerson, limits, cache: new ResponseCache() }
  const handlers = new Map<string, Handler>()
  for (const route of routes) {
    const { method, path } = route.op
    const handler = createHandler(mount, route)
    if (hasParameters(route.op))
      server.route({
        method,
        url: `/api/${path.replace(/\{(\w+)\}/g, ':$1')}`,
        exposeHeadRoute: false,
        handler,
      })
    else handlers.set(`${method} ${path}`, handler)
  }
  // One route of Fastify for all others: its own would take a fifth of the start.
  server.route<{ Params: { operation: string } }>({
    method: ['GET', 'POST'],
    url: '/api/:operation',
    exposeHeadRoute: false,
    handler: (request, reply) => {
      const handle = handlers.get(`${request.method} ${request.params.operation}`)
      return handle ? handle(request as FastifyRequest, reply) : reply.callNotFound()
    },
  })
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

const hasParameters = ({ path }: Route['op']) => path.includes('{')

/** What all routes of a server share. */
interface Mount extends CallerContext {
  cache: ResponseCache
}

function createHandler(mount: Mount, route: Route): Handler {
  const { services, limits, cache } = mount
  const { op } = route
  const cacheable = isCacheable(op)
  const minBytes = minCompressedBytes(op)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const token = parseBearer(request.headers.authorization)
    const caller = await findCaller(mount, op, token, request.ip)
    const actor = caller?.actor ?? null
    spendCallLimit(limits, op, actor, request.ip)
    const parsed = z.safeParse(op.input, readInput(route, request))
    if (!parsed.success) return send(reply, toInvalidBody(parsed.error.issues))
    // The caller whose responses are cached; null for a response that is not cached.
    const cachingCaller = cacheable ? caller : null
    const key = cachingCaller
      ? `${op.path} ${cachingCaller.actor.sessionId} ${JSON.stringify(parsed.data)}`
      : ''
    const cached = cachingCaller && cache.get(cachingCaller.actor.personId, key, cachingCaller.versions)
    if (cached?.isCurrent) return sendBytes(reply, 200, cached.bytes, { minBytes, isCached: true })
    const shareKey = actor?.personId ?? toAddressKey(request.ip)
    const heavy = isHeavy(route, parsed.data)
    if (heavy && !runsOnRequestThread(services, route, parsed.data, shareKey)) {
      if (route.flushesMeter) await services.meter.flush()
      const input = { path: op.path, input: parsed.data, actor, ip: request.ip, at: services.now() }
      const read = await runInShare(reply, signal => services.readers.run(input, shareKey, signal))
      if (cachingCaller && read.status === 200)
        cache.set(cachingCaller.actor.personId, key, cachingCaller.versions, read.isOwn, read.bytes)
      return sendBytes(reply, read.status, read.bytes, { minBytes })
    }
    const call: Call<Actor | null, Services> = {
      actor,
      services,
      token,
      ip: request.ip,
      country: parseCountry(request, services.config.countryHeader),
      ...readIdempotencyKey(op.path, request, parsed.data),
      upload: maxBytes => readUpload(request.raw, maxBytes),
    }
    const act = () => runAction(route, call, parsed.data, request.raw)
    const run = () => runAsWriter(shareKey, () => (op.freesSpace ? freeingSpace(act) : act()))
    const returned = heavy
      ? await runInShare(reply, signal => services.readers.share(shareKey, run, signal))
      : await run()
    refundSuccessfulLookUp(limits, op, actor, request.ip)
    const { result, isOwn } = unwrapOwnData(route, returned)
    if (result instanceof FileReply) return sendFile(reply, result)
    if (result instanceof StreamReply) return sendStream(reply, result)
    if (actor && op.touches.length > 0)
      services.events.publish({ ...toChangeOrigin(actor, request), topics: op.touches })
    const rows = result instanceof RowsReply ? result.rows : null
    // The rows were read under the rights that the caller has now.
    const same = cached && rows && areSameRows(rows, cached.rows) ? cached : null
    const { status, bytes } = same ? { status: 200, bytes: same.bytes } : encodeResult(op, result)
    if (cachingCaller && status === 200)
      cache.set(cachingCaller.actor.personId, key, cachingCaller.versions, isOwn, bytes, same?.rows ?? rows)
    return sendBytes(reply, status, bytes, { minBytes, isCached: same !== null })
  }
}

/**
 * Returns true for a heavy call that runs on the request thread. A statement of SQLite blocks the thread
 * that runs it. On PostgreSQL only the creation of a long response does, and a short call would wait for a
 * reader thread to wake up. Callers with many concurrent calls use the threads, which yield to other
 * callers.
 */
function runsOnRequestThread(
  { db, readers }: Services,
  route: Route,
  input: unknown,
  shareKey: string,
): boolean {
  return db.kind === 'postgres' && !hasLongResponse(route, input) && readers.hasFewCalls(shareKey)
}

/** Runs work that may read an entire library within the caller's share, until the caller disconnects. */
async function runInShare<T>(reply: FastifyReply, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const disconnected = new AbortController()
  const abort = () => disconnected.abort(new Refused('request.tooMany'))
  reply.raw.once('close', abort)
  try {
    return await run(disconnected.signal)
  } finally {
    reply.raw.off('close', abort)
  }
}

async function runAction(
  { op, handle }: Route,
  call: Call<Actor | null, Services>,
  input: unknown,
  request: FastifyRequest['raw'],
) {
  try {
    return await handle(call, input)
  } finally {
    if (op.transport === 'upload') discardUpload(request)
  }
}

function readInput({ op }: Route, request: FastifyRequest): unknown {
  if (op.transport === 'upload') return {}
  if (op.method === 'GET')
    return { ...(request.query as object), ...(hasParameters(op) && (request.params as object)) }
  return request.body ?? {}
}

/** Returns the owner of the changed library, and the window that sent the call. */
function toChangeOrigin({ personId }: Actor, request: FastifyRequest) {
  const by = request.headers[windowHeader]
  return { ownerId: personId, by: typeof by === 'string' && /^[\w-]{1,40}$/.test(by) ? by : null }
}

/** Returns the idempotency key of a call and the call's fingerprint. */
function readIdempotencyKey(
  path: string,
  request: FastifyRequest,
  input: unknown,
): Pick<Call, 'idempotencyKey' | 'callHash'> {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || key.length === 0 || key.length > 200) return { idempotencyKey: null }
  return { idempotencyKey: key, callHash: hashCall(path, input) }
}
