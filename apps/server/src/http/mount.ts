import { windowHeader } from '@nestmark/contract/liveUpdates'
import { isApiKey } from '@nestmark/core/apiKey'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Actor } from '../access/actor.ts'
import { refuse, Refused } from '../access/refuse.ts'
import { hashCall } from '../access/requestKeys.ts'
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
import { isSteady, type Marks, ResponseCache } from './responseCache.ts'
import type { Limits } from './rateLimits.ts'
import { invalidBody, successBody } from './replies.ts'
import { send, sendBytes, sendFile } from './send.ts'
import { callerOfKey, holdToScope } from './keyAccess.ts'
import { parseBearer, signedIn } from './session.ts'
import { sendStream } from './streams.ts'
import { leaveUpload, readUpload } from './upload.ts'

/** Creates the product account of a user who signed in and calls the API before the page did. */
export type MakePerson = (services: Services, userId: string, sessionId: string) => Promise<Actor>

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
  const cache = new ResponseCache()

  async function whoCalls({ op }: Route, token: string | null, ip: string): Promise<Caller | null> {
    if (op.access === 'anyone' || op.access === 'newcomer') return null
    if (!token) return op.access === 'visitor' ? null : refuse('session.noToken')
    if (isApiKey(token)) {
      const caller = await callerOfKey(services, token)
      if (!caller) {
        limits.spendOfAddress('badKey', ip)
        return refuse('session.expired')
      }
      holdToScope(op, caller.mayWrite)
      return caller
    }
    const { actor, userId, sessionId, marks } = await signedIn(services, token)
    return { actor: actor ?? (await makePerson(services, userId, sessionId)), marks }
  }

  function countCall({ op }: Route, actor: Actor | null, ip: string): void {
    if (actor) {
      if (op.cost) limits.spend(op.cost, actor.personId)
    } else if (op.cost === 'scrape') limits.spendOfAddress('visitorScrape', ip)
    else if (op.cost === 'suggest') limits.spendOfAddress('visitorSuggest', ip)
    else limits.spendOfAddress(op.cost ?? 'visitor', ip)
    // Also limited per address, because a caller can switch accounts.
    if (op.cost === 'coupon') limits.spendOfAddress('couponAddress', ip)
    if (op.cost !== 'findMember' || !actor) return
    limits.spendOfAddress('findMemberAddress', ip)
    // Charged in advance and refunded later, so that concurrent calls are limited too.
    limits.spend('missedMember', actor.personId)
    limits.spendOfAddress('missedMemberAddress', ip)
  }

  /** Refunds the allowance of look-ups that found somebody. */
  function countFound({ op }: Route, actor: Actor | null, ip: string): void {
    if (op.cost !== 'findMember' || !actor) return
    limits.giveBack('missedMember', actor.personId)
    limits.giveBack('missedMemberAddress', addressKey(ip))
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

  /**
   * Returns true for a heavy call that runs on the request thread. A statement of SQLite blocks the thread
   * that runs it. On PostgreSQL only the creation of a long response does, and a short call would wait for a
   * reader thread to wake up. Callers with many concurrent calls use the threads, which yield to other
   * callers.
   */
  const runsHere = (route: Route, input: unknown, sharer: string) =>
    services.db.kind === 'postgres' && !hasLongAnswer(route, input) && services.readers.hasFew(sharer)

  for (const route of routes) {
    const steady = isSteady(route.op)
    const { touches } = route.op
    server.route({
      method: route.op.method,
      url: `/api/${route.op.path.replace(/\{(\w+)\}/g, ':$1')}`,
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const token = parseBearer(request.headers.authorization)
        const caller = await whoCalls(route, token, request.ip)
        const actor = caller?.actor ?? null
        countCall(route, actor, request.ip)
        const parsed = z.safeParse(route.op.input, givenTo(route, request))
        if (!parsed.success) return send(reply, invalidBody(parsed.error.issues))
        const key =
          steady && actor ? `${route.op.path} ${actor.sessionId} ${JSON.stringify(parsed.data)}` : null
        const cached = key && cache.get(actor!.personId, key, caller!.marks)
        if (cached) return sendBytes(reply, 200, cached)
        const sharer = actor?.personId ?? addressKey(request.ip)
        const heavy = isHeavy(route, parsed.data)
        if (heavy && !runsHere(route, parsed.data, sharer)) {
          if (route.flushMeter) await services.meter.flush()
          const input = { path: route.op.path, input: parsed.data, actor, ip: request.ip, at: services.now() }
          const read = await inShare(reply, signal => services.readers.run(input, sharer, signal))
          if (key && read.status === 200)
            cache.set(actor!.personId, key, caller!.marks, read.isOwn, read.bytes)
          return sendBytes(reply, read.status, read.bytes)
        }
        const call: Call<Actor | null> = {
          actor,
          services,
          token,
          ip: request.ip,
          country: parseCountry(request, services.config.countryHeader),
          ...readIdempotencyKey(route.op.path, request, parsed.data),
          upload: maxBytes => readUpload(request.raw, maxBytes),
        }
        const run = () => handled(route, call, parsed.data, request.raw)
        const returned = heavy
          ? await inShare(reply, signal => services.readers.share(sharer, run, signal))
          : await run()
        countFound(route, actor, request.ip)
        const { result, isOwn } = ownAnswer(route, returned)
        if (result instanceof FileReply) return sendFile(reply, result)
        if (result instanceof StreamReply) return sendStream(reply, result)
        if (actor && touches.length > 0)
          services.events.announce({ ...changeBy(actor, request), topics: touches })
        const body = successBody(route.op, result)
        const bytes = bodyBytes(body)
        if (key && body.status === 200) cache.set(actor!.personId, key, caller!.marks, isOwn, bytes)
        return sendBytes(reply, body.status, bytes)
      },
    })
  }
}

interface Caller {
  actor: Actor
  marks: Marks
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
