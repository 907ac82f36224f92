import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { toCurrency } from '@nestmark/core/plans/prices'
import { documentPaths } from '@nestmark/core/addresses/sitePaths'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../configuration/config.ts'
import { offersPlans } from '../../configuration/paymentsConfig.ts'
import { CompressedPage } from './compressedPage.ts'
import { findCountry } from '../../calls/findCountry.ts'
import { parseCountry } from '../callers/country.ts'
import { findExtensionFiles } from './extensionFiles.ts'
import { siteDir } from '../../folders.ts'
import { readSiteFiles } from './siteFiles.ts'

/** The policy of the pages of the site: nothing of other servers, and no inline script or style. */
const sitePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** The pages that only lead elsewhere: the sale of that day is over (specification 2, section 2.1). */
const redirects = { '/black-friday': '/pricing' }

/** Serves a page at a path, with and without a slash at its end. */
export type ServePage = (
  path: string,
  respond: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | FastifyReply,
) => void

/**
 * Serves the public site (`apps/site`): its pages, which are the same for everybody except for the currency of the prices,
 * and its assets. With PUBLIC_SITE=off only the texts are served to which the app links.
 * @returns the built pages by their names, and how a feature serves others of them
 */
export async function serveSite(
  server: FastifyInstance,
  config: Config,
  dir = siteDir,
): Promise<{ files: ReadonlyMap<string, string>; serve: ServePage }> {
  const files = readSiteFiles(config, [...findExtensionFiles().keys()], dir)
  const serve: ServePage = (path, respond) => {
    server.get(path, async (request, reply) =>
      respond(request, reply.header('content-security-policy', sitePolicy)),
    )
    if (path !== '/')
      server.get(`${path}/`, async (request, reply) =>
        reply.redirect(request.url.replace(/\/(?=\?|$)/, ''), 308),
      )
  }
  if (files.size === 0) return { files, serve }
  await server.register(fastifyStatic, {
    root: join(dir, 'site'),
    prefix: '/site/',
    wildcard: false,
    decorateReply: false,
    index: false,
    globIgnore: ['**/*.br', '**/*.gz'],
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
  })
  serveDocuments(files, config, serve)
  if (config.publicSite) servePublicPages(files, config, serve)
  return { files, serve }
}

/** Serves the texts that the operator may have elsewhere. */
function serveDocuments(files: ReadonlyMap<string, string>, { help }: Config, serve: ServePage): void {
  const elsewhere = { '/help': help.articles, '/terms': help.terms, '/privacy-policy': help.privacy }
  for (const path of documentPaths) {
    const page = new CompressedPage(files.get(path.slice(1)) ?? '')
    const other = elsewhere[path]
    serve(path, (request, reply) => (other ? reply.redirect(other) : page.send(request, reply)))
  }
}

function servePublicPages(files: ReadonlyMap<string, string>, config: Config, serve: ServePage): void {
  const servePage = (path: string, name = path.slice(1)) => {
    const page = new CompressedPage(files.get(name) ?? '')
    serve(path, (request, reply) => page.send(request, reply))
  }
  servePage('/', 'home')
  servePage('/about-us')
  servePage('/downloads')
  if (!offersPlans(config)) return
  servePage('/early-bird')
  servePage('/pricing-ltd')
  for (const [path, to] of Object.entries(redirects)) serve(path, (_request, reply) => reply.redirect(to))
  const inDollars = files.get('pricing') ?? ''
  const inRupees = inDollars
    .replace('value="USD" checked', 'value="USD"')
    .replace('value="INR"', 'value="INR" checked')
  const pages = { USD: new CompressedPage(inDollars), INR: new CompressedPage(inRupees) }
  serve('/pricing', async (request, reply) => {
    const country = parseCountry(request, config.countryHeader) || (await findCountry(request.ip))
    // A cache would show the currency of somebody else.
    return pages[toCurrency(country)].send(request, reply.header('cache-control', 'private, no-cache'))
  })
}
