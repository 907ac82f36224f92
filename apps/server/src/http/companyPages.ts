import { companyPageTexts as texts } from '@nestmark/texts/companyPage'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refused } from '../access/refuse.ts'
import { compress, shouldCompress } from './compression.ts'
import type { RateLimits } from './rateLimits.ts'

/** Where a company page is served. */
export interface CompanySite {
  /** The id of its top collection. */
  id: string
  /** The address of the server without a path, such as `https://links.example.org`. */
  origin: string
  /** The path of the top page, without a slash at its end. */
  base: string
}

export interface CompanyPageRequest {
  site: CompanySite
  /** The path below the base: `''`, `c/<id>`, `l/<id>`, `feed.xml` or `sitemap.xml`. */
  path: string
  /** The words that the visitor searches for, or ''. */
  query: string
  /** A category from 1 to 5, or null for all. */
  category: number | null
  /** From 1. */
  page: number
  ip: string
}

export interface CompanyPageAnswer {
  type: string
  text: string
}

/** Returns a page or file of a company page; null where there is none that is public. */
export type ReadCompanyPage = (request: CompanyPageRequest) => Promise<CompanyPageAnswer | null>

/** Nothing runs in these pages, and they load only pictures of this server. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

const minCompressedBytes = 1024

/**
 * Serves GET /library/{id}, the company page of a public collection, and the pages and files below it. They are complete without
 * scripts, and know no caller: tokens and cookies are not read.
 * @param limits shared with the API calls of visitors
 */
export function serveCompanyPages(
  server: FastifyInstance,
  limits: RateLimits,
  publicUrl: string,
  read: ReadCompanyPage,
): void {
  const answer = async (
    request: FastifyRequest<{ Params: { id: string; '*'?: string } }>,
    reply: FastifyReply,
  ) => {
    const { id, '*': path = '' } = request.params
    const site = { id, origin: publicUrl, base: `/library/${encodeURIComponent(id)}` }
    return sendCompanyPage(request, reply, limits, read, { site, path })
  }
  server.get('/library/:id', answer)
  server.get('/library/:id/*', answer)
}

async function sendCompanyPage(
  request: FastifyRequest,
  reply: FastifyReply,
  limits: RateLimits,
  read: ReadCompanyPage,
  place: Pick<CompanyPageRequest, 'site' | 'path'>,
): Promise<FastifyReply> {
  reply.headers({
    'content-security-policy': policy,
    // A collection can stop being public at any time.
    'cache-control': 'no-cache',
    vary: 'Accept-Encoding',
    'referrer-policy': 'no-referrer',
  })
  const sendText = (status: number, text: string) =>
    reply.code(status).type('text/plain; charset=utf-8').send(text)
  try {
    limits.spendForAddress('visitor', request.ip)
    const found = await read({ ...place, ...readQuery(request.query), ip: request.ip })
    if (found === null) return await sendText(404, texts.notFound)
    reply.type(found.type)
    const bytes = Buffer.from(found.text)
    if (!shouldCompress(reply, bytes, minCompressedBytes)) return await reply.send(bytes)
    return await reply.header('content-encoding', 'gzip').send(await compress(bytes))
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter))
    return sendText(error.status, texts.busy)
  }
}

const maxQueryLength = 200
const maxPage = 10_000

/** Returns the parameters of a page. What is no valid value counts as absent. */
function readQuery(query: unknown): Pick<CompanyPageRequest, 'query' | 'category' | 'page'> {
  const { q, category, page } = query as Record<string, unknown>
  const kind = Number(category)
  const number = Number(page)
  return {
    query: typeof q === 'string' ? q.trim().slice(0, maxQueryLength) : '',
    category: Number.isInteger(kind) && kind >= 1 && kind <= 5 ? kind : null,
    page: Number.isInteger(number) && number >= 1 && number <= maxPage ? number : 1,
  }
}
