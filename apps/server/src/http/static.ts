import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { Limits } from './rateLimits.ts'
import { type ReadCard, withCard } from './publicCard.ts'

/** Directory of the built page. */
export const pageDir = join(import.meta.dirname, '../../../web/dist')

/**
 * Serves the page and the sign-in site. Browsers cache files with a hash in their name for a year; they
 * revalidate the HTML files each time, so that a new version applies at the next visit.
 * @param onVisit called when a page is requested, before its first API calls
 */
export async function serveStatic(
  server: FastifyInstance,
  config: Config,
  cardOf: ReadCard,
  onVisit: () => void = () => undefined,
  dir = pageDir,
): Promise<void> {
  if (!existsSync(join(dir, 'index.html'))) {
    server.get('/', async (_request, reply) =>
      reply
        .type('text/plain')
        .code(503)
        .send('The page is not built yet: run "npm start" or "npm run build".'),
    )
    return
  }
  await server.register(fastifyStatic, {
    root: join(dir, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '365d',
    decorateReply: false,
    preCompressed: true,
  })
  await server.register(fastifyStatic, {
    root: dir,
    prefix: '/',
    wildcard: false,
    index: false,
    globIgnore: ['assets/**', '**/*.html', '**/*.br', '**/*.gz'],
    preCompressed: true,
    cacheControl: false,
    // Always revalidated: an old service worker must not survive its build in a cache.
    setHeaders: reply => void reply.header('cache-control', 'no-cache'),
  })

  const page = html(join(dir, 'index.html'), config)
  const accounts = existsSync(join(dir, 'accounts/index.html'))
    ? html(join(dir, 'accounts/index.html'), config)
    : page
  const frame = existsSync(join(dir, 'accounts/frame.html'))
    ? html(join(dir, 'accounts/frame.html'), config)
    : page
  const answer =
    (text: string) =>
    (
      _request: unknown,
      reply: { header: (n: string, v: string) => { type: (t: string) => { send: (t: string) => unknown } } },
    ) => {
      onVisit()
      return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(text)
    }
  server.get('/accounts/frame', answer(frame))
  server.get('/accounts', answer(accounts))
  server.get('/accounts/*', answer(accounts))
  // Public pages include metadata for link previews. Callers above the limit get the plain page, which
  // reveals nothing.
  const lookUps = new Limits()
  for (const [kind, path] of [
    ['link', '/l/:id'],
    ['collection', '/c/:id'],
  ] as const)
    server.get<{ Params: { id: string } }>(path, async (request, reply) => {
      const id = request.params.id.replace(/&.*$/, '')
      const card = lookUps.allowsAddress('visitor', request.ip) ? await cardOf(kind, id) : null
      return answer(card ? withCard(page, card) : page)(request, reply as never)
    })
  server.get('/*', (request, reply) =>
    // Unknown API paths do not serve the page.
    /^\/+api(\/|$)/i.test(request.url) ? reply.callNotFound() : answer(page)(request, reply as never),
  )
}

/**
 * Reads an HTML file and inserts the configuration into meta elements, because its policy forbids inline
 * scripts.
 */
function html(file: string, { accountsUrl, help, planLimits }: Config): string {
  const values = {
    'nestmark-accounts': accountsUrl,
    'nestmark-help': JSON.stringify(help),
    'nestmark-plan-limits': planLimits ? 'on' : 'off',
  }
  let text = readFileSync(file, 'utf8')
  for (const [name, content] of Object.entries(values))
    text = text.replace(
      new RegExp(`(<meta name="${name}" content=")[^"]*"`),
      (_all, start: string) => `${start}${escaped(content)}"`,
    )
  return text
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
