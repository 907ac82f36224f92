import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Operation } from '@nestmark/contract/operation'
import { maxFileBytes } from '@nestmark/core/media/mediaTypes'
import type { Actor } from '../../access/actor.ts'
import { refuse, Refused } from '../../access/refuse.ts'
import type { ImageRequest, PartRequest, Upload } from '../../calls/fileRequests.ts'
import type { Services } from '../../services.ts'
import { type CreatePerson, findCaller, parseBearer } from '../callers/callers.ts'
import { headerOf } from '../responses/headerOf.ts'
import type { RateLimits } from '../../calls/rateLimits.ts'
import { sendFailure } from '../responses/send.ts'
import { discardUpload, readUpload } from './upload.ts'

/** The actions that receive files. */
export interface ReceivingActions {
  receivePart(actor: Actor, request: PartRequest): Promise<void>
  receiveForm(upload: Upload): Promise<void>
  receiveProfileImage(request: ImageRequest): Promise<void>
}

/** Sending a part needs the rights of `start-upload`. */
const sendingPart = { access: 'person', keyScope: 'write' } as Operation

/** Mounts the routes that receive files. Their bodies are streams of bytes. */
export function receiveFiles(
  server: FastifyInstance,
  services: Services,
  createPerson: CreatePerson,
  limits: RateLimits,
  actions: ReceivingActions,
): void {
  void server.register(async scope => {
    // The bytes are read by the actions, at the speed of the store.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.put<{ Params: { id: string; number: string } }>('/files/uploads/:id/:number', (request, reply) =>
      receive(request, reply, async () => {
        const token = parseBearer(request.headers.authorization)
        const caller = await findCaller({ services, createPerson, limits }, sendingPart, token, request.ip)
        await actions.receivePart(caller?.actor ?? refuse('session.noToken'), {
          uploadId: request.params.id,
          number: request.params.number,
          length: request.headers['content-length'],
          digest: headerOf(request, 'content-digest'),
          chunks: readBody(request),
        })
      }),
    )
    scope.put<{ Params: { token: string } }>('/files/profile-images/:token', (request, reply) =>
      receive(request, reply, () =>
        actions.receiveProfileImage({
          token: request.params.token,
          ip: request.ip,
          chunks: readBody(request),
        }),
      ),
    )
    scope.post('/files/upload', (request, reply) =>
      receive(request, reply, async () =>
        actions.receiveForm(await readUpload(request.raw, maxFileBytes + 1)),
      ),
    )
  })
}

/** Returns the body as it arrives. A reader that ends early does not end the connection, on which the answer is sent. */
const readBody = ({ raw }: FastifyRequest): AsyncIterable<Buffer> =>
  raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>

/** Runs an upload and answers 204. Discards the rest of a refused body. */
async function receive(
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<void>,
): Promise<FastifyReply> {
  try {
    await work()
    return reply.code(204).send()
  } catch (error) {
    // The client has disconnected: no response can be sent, and there is no error to log.
    if (request.raw.errored && !(error instanceof Refused)) return reply.hijack()
    return sendFailure(request, reply, error)
  } finally {
    discardUpload(request.raw)
  }
}
