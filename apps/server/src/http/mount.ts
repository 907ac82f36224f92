import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Actor } from '../access/actor.ts'
import { refuse } from '../access/refuse.ts'
import type { Services } from '../services.ts'
import { type Call, FileReply, type Route } from './implement.ts'
import { Limits } from './limits.ts'
import { type Body, failureBody, invalidBody, successBody } from './replies.ts'
import { bearerOf, signedIn } from './session.ts'
import { leaveUpload, readUpload } from './upload.ts'

/** Makes the product's account of somebody who signed in and calls the API before the page did. */
export type MakePerson = (services: Services, userId: string, sessionId: string) => Promise<Actor>

/**
 * Puts the routes onto the server: who calls, limits, validation, the deed, the answer.
 * @param makePerson called once per person at most
 */
export function mountRoutes(
  server: FastifyInstance,
  services: Services,
  routes: readonly Route[],
  makePerson: MakePerson,
): void {
  const limits = new Limits()

  async function whoCalls({ op }: Route, token: string | null): Promise<Actor | null> {
    if (op.access === 'anyone' || op.access === 'newcomer') return null
    if (!token) return op.access === 'person' ? refuse('session.noToken') : null
    const { actor, userId, sessionId } = await signedIn(services, token)
    return actor ?? makePerson(services, userId, sessionId)
  }

  function countCall({ op }: Route, actor: Actor | null, ip: string): void {
    if (op.cost === 'scrape') limits.spend(actor ? 'scrape' : 'visitorScrape', actor?.personId ?? ip)
    else if (op.cost) limits.spend(op.cost, actor?.personId ?? ip)
    else if (!actor) limits.spend('visitor', ip)
  }

  for (const route of routes) {
    server.route({
      method: route.op.method,
      url: `/api/${route.op.path}`,
      handler: async (request, reply) => {
        const token = bearerOf(request.headers.authorization)
        const actor = await whoCalls(route, token)
        countCall(route, actor, request.ip)
        const parsed = z.safeParse(
          route.op.input,
          route.op.transport === 'upload' ? {} : (request.body ?? {}),
        )
        if (!parsed.success) return send(reply, invalidBody(parsed.error.issues))
        const call: Call<Actor | null> = {
          actor,
          services,
          token,
          ip: request.ip,
          idempotencyKey: idempotencyKey(request),
          upload: maxBytes => readUpload(request.raw, maxBytes),
        }
        const result = await handled(route, call, parsed.data, request.raw)
        return result instanceof FileReply
          ? sendFile(reply, result)
          : send(reply, successBody(route.op, result))
      },
    })
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

function idempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  return typeof key === 'string' && key.length > 0 && key.length <= 200 ? key : null
}

function sendFile(reply: FastifyReply, file: FileReply): FastifyReply {
  return reply
    .header('content-type', file.type)
    .header('content-disposition', `attachment; filename="${file.name}"`)
    .send(file.stream)
}

/** Sends an answer: the HTTP status is the status of the body. */
export function send(reply: FastifyReply, body: Body): FastifyReply {
  return reply
    .code(body.status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(body))
}

/** Sends a refusal or fault; a fault of our own is logged with its cause, never told. */
export function sendFailure(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const { retryAfter, ...body } = failureBody(error)
  if (body.status >= 500) request.log.error({ err: error, path: request.url.split('?')[0] }, 'call failed')
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  return send(reply, body)
}
