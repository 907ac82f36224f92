import { windowHeader } from '@nestmark/contract/liveUpdates'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Actor } from '../access/actor.ts'
import { Refused } from '../access/refuse.ts'
import { hashCall } from '../access/idempotencyKeys.ts'
import type { Services } from '../services.ts'
import { bodyBytes } from './bodyBytes.ts'
import { addressKey } from './addressKey.ts'
import {
  type Call,
  FileReply,
  hasLongAnswer,
  isHeavy,
  ownAnswer,
  type Route,
  StreamReply,
} from './implement.ts'
import { isSteady, ResponseCache } from './responseCache.ts'
import type { Limits } from './rateLimits.ts'
import { invalidBody, successBody } from './replies.ts'
import { send, sendBytes, sendFile } from './send.ts'
import { type CallerLookUp, chargeCall, findCaller, type MakePerson, refundFound } from './callers.ts'
import { parseBearer } from './session.ts'
import { sendStream } from './streams.ts'
import { leaveUpload, readUpload } from './upload.ts'

/**
 * Mounts the routes: authentication, limits, validation, the action, the response.
 * @param makePerson called at most once per person
 * @param limits shared with the other handlers of the server
 */
export function mountRoutes(
  server: FastifyInstance,
  services: Services,
  routes: readonly Route[],
  makePerson: MakePerson,
  limits: Limits,
): void {
  const mount: Mount = { services, makePerson, limits, cache: new ResponseCache() }
  for (const route of routes)
    server.route({
      method: route.op.method,
      url: `/api/${route.op.path.replace(/\{(\w+)\}/g, ':$1')}`,
      exposeHeadRoute: false,
      handler: createHandler(mount, route),
    })
}

/** What all routes of a server share. */
interface Mount extends CallerLookUp {
  cache: ResponseCache
}

function createHandler(mount: Mount, route: Route) {
  const { services, limits, cache } = mount
  const { op } = route
  const steady = isSteady(op)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const token = parseBearer(request.headers.authorization)
    const caller = await findCaller(mount, op, token, request.ip)
    const actor = caller?.actor ?? null
    chargeCall(limits, op, actor, request.ip)
    const parsed = z.safeParse(op.input, givenTo(route, request))
    if (!parsed.success) return send(reply, invalidBody(parsed.error.issues))
    // The caller whose responses are kept; null for a response that is not.
    const keeper = steady ? caller : null
    const key = keeper ? `${op.path} ${keeper.actor.sessionId} ${JSON.stringify(parsed.data)}` : ''
    const cached = keeper && cache.get(keeper.actor.personId, key, keeper.marks)
    if (cached) return sendBytes(reply, 200, cached)
    const sharer = actor?.personId ?? addressKey(request.ip)
    const heavy = isHeavy(route, parsed.data)
    if (heavy && !runsHere(services, route, parsed.data, sharer)) {
      if (route.flushMeter) await services.meter.flush()
      const input = { path: op.path, input: parsed.data, actor, ip: request.ip, at: services.now() }
      const read = await inShare(reply, signal => services.readers.run(input, sharer, signal))
      if (keeper && read.status === 200)
        cache.set(keeper.actor.personId, key, keeper.marks, read.isOwn, read.bytes)
      return sendBytes(reply, read.status, read.bytes)
    }
    const call: Call<Actor | null> = {
      actor,
      services,
      token,
      ip: request.ip,
      country: parseCountry(request, services.config.countryHeader),
      ...readIdempotencyKey(op.path, request, parsed.data),
      upload: maxBytes => readUpload(request.raw, maxBytes),
    }
    const run = () => handled(route, call, parsed.data, request.raw)
    const returned = heavy
      ? await inShare(reply, signal => services.readers.share(sharer, run, signal))
      : await run()
    refundFound(limits, op, actor, request.ip)
    const { result, isOwn } = ownAnswer(route, returned)
    if (result instanceof FileReply) return sendFile(reply, result)
    if (result instanceof StreamReply) return sendStream(reply, result)
    if (actor && op.touches.length > 0)
      services.events.announce({ ...changeBy(actor, request), topics: op.touches })
    const body = successBody(op, result)
    const bytes = bodyBytes(body)
    if (keeper && body.status === 200) cache.set(keeper.actor.personId, key, keeper.marks, isOwn, bytes)
    return sendBytes(reply, body.status, bytes)
  }
}

/**
 * Returns true for a heavy call that runs on the request thread. A statement of SQLite blocks the thread
 * that runs it. On PostgreSQL only the creation of a long response does, and a short call would wait for a
 * reader thread to wake up. Callers with many concurrent calls use the threads, which yield to other
 * callers.
 */
function runsHere({ db, readers }: Services, route: Route, input: unknown, sharer: string): boolean {
  return db.kind === 'postgres' && !hasLongAnswer(route, input) && readers.hasFewCalls(sharer)
}

/** Runs work that may read a whole library within the caller's share, until the caller disconnects. */
async function inShare<T>(reply: FastifyReply, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const left = new AbortController()
  const leave = () => left.abort(new Refused('request.tooMany'))
  reply.raw.once('close', leave)
  try {
    return await run(left.signal)
  } finally {
    reply.raw.off('close', leave)
  }
}

async function handled(
  { op, handle }: Route,
  call: Call<Actor | null>,
  input: unknown,
  request: FastifyRequest['raw'],
) {
  try {
    return await handle(call, input)
  } finally {
    if (op.transport === 'upload') leaveUpload(request)
  }
}

function givenTo({ op }: Route, request: FastifyRequest): unknown {
  if (op.transport === 'upload') return {}
  if (op.method === 'GET') return { ...(request.query as object), ...(request.params as object) }
  return request.body ?? {}
}

/** Returns the owner of the changed library, and the window that sent the call. */
function changeBy({ personId }: Actor, request: FastifyRequest) {
  const by = request.headers[windowHeader]
  return { ownerId: personId, by: typeof by === 'string' && /^[\w-]{1,40}$/.test(by) ? by : null }
}

/** Returns the country from the proxy's header, when the operator configured one. */
function parseCountry(request: FastifyRequest, header: string | null): string {
  const said = header === null ? undefined : request.headers[header]
  return typeof said === 'string' && /^[A-Za-z]{2}$/.test(said) ? said.toUpperCase() : ''
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
