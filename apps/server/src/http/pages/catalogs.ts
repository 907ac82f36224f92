import { catalogType } from '@nestmark/core/epub/opds'
import { isApiKey } from '@nestmark/core/apiKey'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../access/actor.ts'
import { Refused } from '../../access/refuse.ts'
import type { Services } from '../../services.ts'
import { findApiKeyCaller } from '../callers/apiKeys.ts'
import type { FileReply } from '../../calls/replies.ts'
import type { RateLimits } from '../../calls/rateLimits.ts'
import { sendFailure, sendFile } from '../responses/send.ts'
import { parseBearer } from '../callers/callers.ts'

/** What the routes of catalogues need of the features. */
export interface CatalogSources {
  /** Returns the catalogue of a collection; null when the caller may not read it. */
  createCatalog(actor: Actor | null, id: string): Promise<string | null>
  /** Returns the book of a link, or without one that of the collection. */
  openBook(actor: Actor, id: string, linkId: string | undefined): Promise<FileReply>
}

/**
 * Serves GET /c/{id}/opds.xml, the catalogue of a collection for reading programs, and the books that it offers to owner and
 * members, /c/{id}/opds.epub and /c/{id}/opds/{link}.epub. The caller is named by an API key, as a bearer token or as the
 * password of HTTP Basic, which is what reading programs have. Public collections need none.
 */
export function serveCatalogs(
  server: FastifyInstance,
  services: Services,
  limits: RateLimits,
  { createCatalog, openBook }: CatalogSources,
): void {
  const findActor = async (request: FastifyRequest): Promise<Actor | null> => {
    const key = readKey(request.headers.authorization)
    const caller = key === null ? null : await findApiKeyCaller(services, key)
    if (caller) return caller.actor
    limits.spendForAddress(key === null ? 'visitor' : 'badKey', request.ip)
    return null
  }
  server.get<{ Params: { id: string } }>('/c/:id/opds.xml', async (request, reply) => {
    reply.headers({ 'cache-control': 'private, no-cache', vary: 'Authorization' })
    const actor = await findActor(request)
    const catalog = await createCatalog(actor, request.params.id)
    if (catalog !== null) return reply.type(`${catalogType};charset=utf-8`).send(catalog)
    return actor ? reply.code(404).type('text/plain').send('There is no such catalogue.') : askForKey(reply)
  })
  const sendBook = async (request: FastifyRequest, reply: FastifyReply, id: string, linkId?: string) => {
    reply.header('cache-control', 'private, no-store')
    const actor = await findActor(request)
    if (!actor) return askForKey(reply)
    try {
      limits.spend('exportPart', actor.personId)
      return sendFile(reply, await openBook(actor, id, linkId))
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return sendFailure(request, reply, error)
    }
  }
  server.get<{ Params: { id: string } }>('/c/:id/opds.epub', (request, reply) =>
    sendBook(request, reply, request.params.id),
  )
  server.get<{ Params: { id: string; link: string } }>('/c/:id/opds/:link.epub', (request, reply) =>
    sendBook(request, reply, request.params.id, request.params.link),
  )
}

const askForKey = (reply: FastifyReply) =>
  reply
    .code(401)
    .header('www-authenticate', 'Basic realm="Nestmark: an API key as the password", charset="UTF-8"')
    .type('text/plain; charset=utf-8')
    .send('This needs an API key as the password.')

/** Returns the API key of a request; null without one. */
function readKey(header: string | undefined): string | null {
  const [, encoded = ''] = /^basic ([\w+/=]{1,800})$/i.exec(header ?? '') ?? []
  const password = Buffer.from(encoded, 'base64')
    .toString()
    .replace(/^[^:]*:/, '')
  const key = encoded === '' ? parseBearer(header) : password
  return key !== null && isApiKey(key) ? key : null
}
