import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import { isSitePath } from '@nestmark/core/addresses/sitePaths'
import { escapeAttribute } from '@nestmark/core/copy/escape'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { hasBrowser } from '../../browser/findBrowser.ts'
import type { Config } from '../../configuration/config.ts'
import { offersPlans } from '../../configuration/paymentsConfig.ts'
import { serverFolder } from '../../folders.ts'
import { findExtensionFiles, serveExtensionFiles } from './extensionFiles.ts'
import { getSiteState } from './siteFiles.ts'
import { RateLimits } from '../../calls/rateLimits.ts'
import type { ReadLinkPreview, ReadPublicContent } from '../../calls/publicPages.ts'
import { insertLinkPreview } from './linkPreview.ts'
import { insertPublicContent } from './publicContent.ts'

/** Directory of the built page. */
const pageDir = join(serverFolder, '../web/dist')

/**
 * Serves the page and the sign-in site. Browsers cache files with a hash in their name for a year; they
 * revalidate the HTML files each time, so that a new version applies at the next visit.
 * @param pages `hasAccounts` returns whether anybody has an account here: without one, and without the public site, / says
 * what Nestmark is and offers the first one
 * @param onVisit called when a page is requested, before its first API calls
 */
export async function serveStatic(
  server: FastifyInstance,
  config: Config,
  {
    readPreview,
    readContent,
    hasAccounts,
  }: { readPreview: ReadLinkPreview; readContent: ReadPublicContent; hasAccounts: () => Promise<boolean> },
  onVisit: () => void = () => undefined,
  dir = pageDir,
  extension = findExtensionFiles(),
): Promise<void> {
  serveExtensionFiles(server, extension)
  if (!existsSync(join(dir, 'index.html'))) {
    server.get('/*', async (_request, reply) =>
      reply
        .type('text/plain')
        .code(503)
        .send('The page is not built yet: run "npm start" or "npm run build".'),
    )
    return
  }
  await serveAssets(server, join(dir, 'assets'))
  await server.register(fastifyStatic, {
    root: dir,
    prefix: '/',
    wildcard: false,
    decorateReply: false,
    index: false,
    globIgnore: ['assets/**', '**/*.html', '**/*.br', '**/*.gz'],
    preCompressed: true,
    cacheControl: false,
    // Always revalidated: a cache must not serve the service worker of an old build.
    setHeaders: reply => void reply.header('cache-control', 'no-cache'),
  })

  const page = readHtml(join(dir, 'index.html'), config, extension)
  const readPage = (name: string) =>
    existsSync(join(dir, name)) ? readHtml(join(dir, name), config, extension) : page
  const accounts = readPage('accounts/index.html')
  const frame = readPage('accounts/frame.html')
  const sendHtml = (reply: FastifyReply, text: string) => {
    onVisit()
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(text)
  }
  if (getSiteState(config) !== 'on') {
    const welcome = insertSettings(page, { 'nestmark-first-account': 'on' })
    server.get('/', async (_request, reply) => {
      const isKnown = await hasAccounts()
      // The app would load its pages before it leaves for the sign-in site.
      if (isKnown && !config.publicSite) return reply.redirect('/login')
      return sendHtml(reply, isKnown ? page : welcome)
    })
  }
  server.get('/accounts/frame', async (_request, reply) => sendHtml(reply, frame))
  for (const path of ['/accounts', '/accounts/*'])
    server.get(path, async (_request, reply) => sendHtml(reply, accounts))
  // Public pages include metadata for link previews. Callers above the limit get the plain page, which
  // reveals nothing.
  const lookUps = new RateLimits()
  for (const [kind, path] of [
    ['link', '/l/:id'],
    ['collection', '/c/:id'],
  ] as const)
    server.get<{ Params: { id: string }; Querystring: { q?: unknown } }>(path, async (request, reply) => {
      const id = request.params.id.replace(/&.*$/, '')
      const card = lookUps.trySpendForAddress('visitor', request.ip) ? await readPreview(kind, id) : null
      if (!card) return sendHtml(reply, page)
      const query = typeof request.query.q === 'string' ? request.query.q : ''
      const content = kind === 'collection' ? await readContent(id, { query, ip: request.ip }) : null
      const preview = insertLinkPreview(page, card)
      return sendHtml(reply, content ? insertPublicContent(preview, content) : preview)
    })
  server.get('/*', (request, reply) => {
    // Unknown API paths do not serve the page.
    if (/^\/+api(\/|$)/i.test(request.url)) return reply.callNotFound()
    const path = request.url.replace(/\?.*/s, '')
    // The app says that a server without the site does not have its pages.
    if (path !== '/' && isSitePath(path)) reply.code(404)
    return sendHtml(reply, page)
  })
}

/**
 * Serves the files with a hash in their name, which never change. Reads the list of them once: the wildcard route of the
 * library reads the folder with each request.
 */
async function serveAssets(server: FastifyInstance, root: string): Promise<void> {
  await server.register(fastifyStatic, {
    root,
    serve: false,
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
  })
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)).replaceAll(sep, '/'))
  const known = new Set(files)
  server.get<{ Params: { '*': string } }>('/assets/*', ({ params: { '*': path } }, reply) =>
    known.has(path) ? reply.sendFile(path) : reply.callNotFound(),
  )
}

/**
 * Reads an HTML file and inserts the configuration into meta elements, because its policy forbids inline
 * scripts.
 */
function readHtml(file: string, config: Config, extension: ReadonlyMap<string, string>): string {
  const { accountsUrl, browser, copies, help, payments, planLimits, smtpUrl } = config
  const values = {
    'nestmark-site': getSiteState(config),
    'nestmark-accounts': accountsUrl,
    'nestmark-help': JSON.stringify(help),
    'nestmark-plans': offersPlans(config) ? 'on' : 'off',
    'nestmark-plan-limits': planLimits ? 'on' : 'off',
    'nestmark-payments': payments ? 'on' : 'off',
    'nestmark-copies': copies,
    'nestmark-pdf': hasBrowser(browser) ? 'on' : 'off',
    'nestmark-extension': [...extension.keys()].join(' '),
    'nestmark-email': smtpUrl === null ? 'off' : 'on',
  }
  return insertSettings(readFileSync(file, 'utf8'), values)
}

/** Writes settings into the meta elements of a page that have their names. */
function insertSettings(page: string, values: Readonly<Record<string, string>>): string {
  let text = page
  for (const [name, content] of Object.entries(values))
    text = text.replace(
      new RegExp(`(<meta name="${name}" content=")[^"]*"`),
      (_all, start: string) => `${start}${escapeAttribute(content)}"`,
    )
  return text
}
