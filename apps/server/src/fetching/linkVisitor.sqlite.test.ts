import type http from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { createLinkVisitor, type LinkVisitor, parseRetryAfter } from './linkVisitor.ts'
import { serveDns } from './testing/dnsServer.testing.ts'
import { serve, serveRaw, serveTls, type TestServer } from './testing/web.testing.ts'

const ended: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const end of ended.splice(0)) await end()
})

type Answers = Record<string, (response: http.ServerResponse, request: http.IncomingMessage) => void>

async function start(answers: Answers, options: { pauseMs?: number; robots?: string } = {}) {
  const site = await serve((request, response) => {
    if (request.url === '/robots.txt')
      response.writeHead(options.robots === undefined ? 404 : 200).end(options.robots)
    else (answers[request.url ?? ''] ?? (other => other.writeHead(404).end()))(response, request)
  })
  return { site, ...begin([site], options.pauseMs) }
}

function begin(sites: readonly TestServer[], pauseMs = 1, more: { dns?: string } = {}) {
  const visitor = createLinkVisitor({
    allowPrivate: sites.map(site => site.hostPort),
    pauseMs,
    failureMs: 0,
    connectMs: 400,
    firstByteMs: 400,
    totalMs: 400,
    ...more,
  })
  ended.push(visitor.close, ...sites.map(site => site.close))
  return { visitor, visit: (address: string) => look(visitor, address) }
}

const look = (visitor: LinkVisitor, address: string) =>
  visitor.visit(address, { owner: 'ada', signal: AbortSignal.timeout(20_000) })
const linesOf = (site: TestServer) =>
  site.requests.map(({ method, url }) => `${method} ${url}`).filter(line => !line.endsWith('/robots.txt'))

test('FIND-05 HEAD is enough for a good answer, and GET decides about every other', async () => {
  const { site, visit } = await start({
    '/good': response => response.writeHead(200).end(),
    '/head': (response, { method }) => response.writeHead(method === 'HEAD' ? 405 : 200).end('<p>Here'),
    '/liar': (response, { method }) => response.writeHead(method === 'HEAD' ? 404 : 200).end('<p>Here'),
    '/missing': response => response.writeHead(410).end(),
  })
  expect(await visit(`${site.origin}/good#part`)).toMatchObject({ status: 200, reason: null, movedTo: null })
  expect(await visit(`${site.origin}/head`)).toMatchObject({ status: 200 })
  expect(await visit(`${site.origin}/liar`)).toMatchObject({ status: 200 })
  expect(await visit(`${site.origin}/missing`)).toMatchObject({ status: 410 })
  expect(linesOf(site)).toEqual([
    'HEAD /good',
    'HEAD /head',
    'GET /head',
    'HEAD /liar',
    'GET /liar',
    'HEAD /missing',
    'GET /missing',
  ])
  expect(site.requests.at(-1)!.headers.range).toBe('bytes=0-16383')
})

test('FIND-05 S03 follows redirects by kind, with their cookies, and not for ever', async () => {
  const to = (status: number, location: string) => (response: http.ServerResponse) =>
    response.writeHead(status, { location }).end()
  const { site, visit } = await start({
    '/old': to(301, '/older'),
    '/older': to(308, '/new'),
    '/new': to(302, '/today'),
    '/today': response => response.writeHead(200).end(),
    '/cookie': (response, { headers }) =>
      headers.cookie === 'seen=1'
        ? response.writeHead(200).end()
        : response.writeHead(302, { location: '/cookie', 'set-cookie': 'seen=1' }).end(),
    '/circle': to(302, '/circle'),
    '/inside': to(301, 'http://10.0.0.1/'),
    '/strange': to(301, 'mailto:ada@example.org'),
  })
  expect(await visit(`${site.origin}/old`)).toMatchObject({
    status: 200,
    url: `${site.origin}/today`,
    movedTo: `${site.origin}/new`,
    movedBy: 301,
  })
  expect(await visit(`${site.origin}/cookie`)).toMatchObject({ status: 200, movedTo: null })
  expect(await visit(`${site.origin}/circle`)).toMatchObject({ status: 0, reason: 'redirects' })
  expect(await visit(`${site.origin}/inside`)).toMatchObject({
    status: 0,
    reason: 'not-global',
    movedTo: null,
  })
  expect(await visit(`${site.origin}/strange`)).toMatchObject({ status: 0, reason: 'scheme' })
})

test('FIND-05 caches robots.txt and its crawl-delay', async () => {
  const answers: Answers = { '/open': response => response.writeHead(200).end() }
  const { site, visit } = await start(answers, {
    robots: 'User-agent: *\nDisallow: /closed\nCrawl-delay: 0.2',
  })
  expect(await visit(`${site.origin}/closed/page`)).toMatchObject({ reason: 'robots' })
  expect(linesOf(site)).toEqual([])
  const begun = performance.now()
  for (let n = 0; n < 3; n++) expect((await visit(`${site.origin}/open`)).status).toBe(200)
  expect(performance.now() - begun).toBeGreaterThanOrEqual(390)
  expect(site.requests.filter(({ url }) => url === '/robots.txt')).toHaveLength(1)
  const patient = await start(answers, { robots: 'User-agent: nestmark\nCrawl-delay: 3600' })
  expect(await patient.visit(`${patient.site.origin}/open`)).toMatchObject({ reason: 'robots' })
})

test('FIND-05 S20 a host gets one request at a time, for all people together', async () => {
  let open = 0
  let most = 0
  const { site, visitor } = await start(
    Object.fromEntries(
      ['/a', '/b', '/c'].map(path => [
        path,
        (response: http.ServerResponse) => {
          most = Math.max(most, ++open)
          setTimeout(() => {
            open--
            response.writeHead(200).end()
          }, 20)
        },
      ]),
    ),
  )
  const signal = AbortSignal.timeout(20_000)
  await Promise.all(
    ['/a', '/b', '/c'].map((path, n) => visitor.visit(site.origin + path, { owner: `person ${n}`, signal })),
  )
  expect([most, linesOf(site).length]).toEqual([1, 3])
})

test('FIND-05 reports challenges and a request to wait', async () => {
  const { site, visit } = await start({
    '/cloud': response => response.writeHead(403, { 'cf-mitigated': 'challenge' }).end(),
    '/moment': (response, { method }) =>
      response.writeHead(method === 'HEAD' ? 403 : 200).end('<title>Just a moment...</title>_cf_chl_opt'),
    '/busy': response => response.writeHead(429, { 'retry-after': '7' }).end(),
  })
  expect(await visit(`${site.origin}/cloud`)).toMatchObject({ isChallenge: true })
  expect(await visit(`${site.origin}/moment`)).toMatchObject({ status: 200, isChallenge: true })
  expect(await visit(`${site.origin}/busy`)).toMatchObject({ status: 429, retryAfterMs: 7000 })
  // A site that asks to wait gets no second request.
  expect(linesOf(site).filter(line => line.endsWith('/busy'))).toEqual(['HEAD /busy'])
  const at = Date.UTC(2026, 10, 29)
  expect(parseRetryAfter('Sun, 29 Nov 2026 00:00:05 GMT', at)).toBe(5000)
  expect(parseRetryAfter('Sat, 28 Nov 2026 00:00:05 GMT', at)).toBe(0)
  expect([parseRetryAfter('soon', at), parseRetryAfter(undefined, at)]).toEqual([null, null])
})

test('FIND-05 every failure of a connection has its reason', async () => {
  const raw = await Promise.all([
    serveRaw(() => {}),
    serveRaw(socket => socket.end('nonsense\r\n\r\n')),
    serveRaw(socket => socket.destroy()),
    serveTls((_request, response) => response.end()),
  ])
  const [silent, nonsense, broken, secure] = raw
  const closed = await serve(() => {})
  await closed.close()
  const dns = await serveDns(name => (name === 'ill.test' ? null : undefined))
  ended.push(dns.close)
  const { visit } = begin([...raw, closed], 1, { dns: dns.address })
  ended.splice(ended.indexOf(closed.close), 1)
  expect(await visit(`${silent!.origin}/`)).toMatchObject({ status: 0, reason: 'total-timeout' })
  expect(await visit(`${nonsense!.origin}/`)).toMatchObject({ status: 0, reason: 'protocol' })
  expect(await visit(`${broken!.origin}/`)).toMatchObject({ status: 0 })
  expect(await visit(`${closed.origin}/`)).toMatchObject({ status: 0, reason: 'connect' })
  expect(await visit(`${secure!.origin.replace('http:', 'https:')}/`)).toMatchObject({
    status: 0,
    reason: 'tls',
  })
  expect(await visit('http://nobody.test/')).toMatchObject({ status: 0, reason: 'no-such-host' })
  expect((await visit('http://ill.test/')).reason).not.toBe('no-such-host')
})

test('S01 S02 FIND-05 does not visit private addresses', async () => {
  const { site, visitor, visit } = await start({})
  const other = `http://127.0.0.2:${site.port}/`
  for (const address of [
    other,
    'http://10.1.2.3/',
    'http://localhost/',
    'http://[::1]/',
    'mailto:a@b.c',
    'x',
  ]) {
    expect(visitor.isVisitable(address), address).toBe(false)
    expect(await visit(address), address).toMatchObject({ status: 0, reason: 'not-global' })
  }
  expect(site.connections).toBe(0)
})
