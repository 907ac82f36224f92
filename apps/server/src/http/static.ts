import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { Limits } from './limits.ts'
import { type ReadCard, withCard } from './publicCard.ts'

/** The built page. */
export const pageDir = join(import.meta.dirname, '../../../web/dist')

/**
 * Serves the page and the sign-in site. Files with a hash in their name are kept by browsers for a year; the two HTML
 * files are asked for again each time, so that a new version is there at the next visit.
 * @param onVisit called when somebody asks for the page, before its first calls come
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
    // Asked for again each time: an old service worker must not outlive its build in some cache on the way.
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
  // What everybody may see tells readers of link previews what it is. Whoever asks for more than anybody reads gets the
  // page as it is, and learns nothing of what is there.
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
    // An address of the API that is misspelt gets no page.
    /^\/+api(\/|$)/i.test(request.url) ? reply.callNotFound() : answer(page)(request, reply as never),
  )
}

/** The page with what it must know of this server, in meta elements: its policy allows no inline script. */
function html(file: string, { accountsUrl, help, planLimits }: Config): string {
  const told = {
    'nestmark-accounts': accountsUrl,
    'nestmark-help': JSON.stringify(help),
    'nestmark-plan-limits': planLimits ? 'on' : 'off',
  }
  let text = readFileSync(file, 'utf8')
  for (const [name, content] of Object.entries(told))
    text = text.replace(
      new RegExp(`(<meta name="${name}" content=")[^"]*"`),
      (_all, start: string) => `${start}${escaped(content)}"`,
    )
  return text
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
