import { afterEach, describe, expect, test } from 'vitest'
import { createFetcher, type Fetcher, type FetcherOptions } from './fetchPage.ts'
import { serveDns, type DnsAnswers, type DnsServer } from '../testing/dnsServer.testing.ts'
import { expectRefusal } from '../testing/refusal.testing.ts'
import { serve, serveRaw, type TestServer } from '../testing/web.testing.ts'

const opened: { close(): unknown }[] = []
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close()
})
const track = async <T extends { close(): unknown }>(each: T | Promise<T>): Promise<T> => {
  const made = await each
  opened.push(made)
  return made
}
const createTestFetcher = async (
  allowPrivate: string[],
  more: Partial<FetcherOptions> = {},
): Promise<Fetcher> => track(createFetcher({ allowPrivate, failureMs: 0, ...more }))
const dns = (answers: DnsAnswers): Promise<DnsServer> => track(serveDns(answers))
const wish = { maxBytes: 1000 }
const hello = (): Promise<TestServer> => track(serve((_request, response) => response.end('hello')))

describe('S01 S02 sends no packet to an address that is not public', () => {
  test('S01 opens no connection to a loopback address that the operator does not allow', async () => {
    const web = await hello()
    const { fetchPage } = await createTestFetcher([])
    expect((await expectRefusal(fetchPage(web.origin, wish))).reason).toBe('not-global')
    expect(web.connections).toBe(0)
  })
  test('S01 opens no connection to another port of an allowed host', async () => {
    const [web, other] = [await hello(), await hello()]
    const { fetchPage } = await createTestFetcher([web.hostPort])
    expect((await fetchPage(web.origin, wish)).body.toString()).toBe('hello')
    expect((await expectRefusal(fetchPage(other.origin, wish))).reason).toBe('not-global')
    expect(other.connections).toBe(0)
  })
  test.each([
    '2130706433',
    '0x7f.1',
    '017700000001',
    '127.1',
    '[::ffff:127.0.0.1]',
    'localhost',
    '0.0.0.0',
    '[::]',
  ])('S02 opens no connection to %s', async host => {
    const web = await hello()
    const { fetchPage } = await createTestFetcher([])
    expect((await expectRefusal(fetchPage(`http://${host}:${web.port}/`, wish))).reason).toBe('not-global')
    expect(web.connections).toBe(0)
  })
  test('S01 reaches an allowed localhost, with and without a resolver', async () => {
    const web = await hello()
    const emptyDns = await dns(() => undefined)
    for (const more of [{}, { dns: emptyDns.address }]) {
      const { fetchPage } = await createTestFetcher([`localhost:${web.port}`], more)
      expect((await fetchPage(`http://localhost:${web.port}/`, wish)).status).toBe(200)
    }
  })
})

describe('S03 redirects', () => {
  const chain = (length: number) =>
    track(
      serve((request, response) => {
        const at = Number(request.url!.slice(1))
        if (at < length) response.writeHead(302, { location: `/${at + 1}` })
        response.end(`at ${at}`)
      }),
    )
  test('S03 follows five redirects, and not a sixth', async () => {
    const web = await chain(6)
    const { fetchPage } = await createTestFetcher([web.hostPort])
    const page = await fetchPage(`${web.origin}/1`, wish)
    expect(page).toMatchObject({ url: `${web.origin}/6`, status: 200 })
    expect((await expectRefusal(fetchPage(`${web.origin}/0`, wish))).reason).toBe('redirects')
  })
  test.each(['http', 'http://localhost', 'http://[::1]', 'http://[::ffff:127.0.0.1]', 'http://2130706434'])(
    'S03 does not follow a redirect to %s inside',
    async to => {
      const inside = await hello()
      const target = to === 'http' ? inside.origin : `${to}:${inside.port}/`
      const web = await track(
        serve((_request, response) => response.writeHead(302, { location: target }).end()),
      )
      const { fetchPage } = await createTestFetcher([web.hostPort])
      expect((await expectRefusal(fetchPage(web.origin, wish))).reason).toBe('not-global')
      expect(inside.connections).toBe(0)
    },
  )
  test('S03 S06 does not follow a redirect to another scheme', async () => {
    for (const location of ['file:///etc/passwd', 'gopher://127.0.0.1:70/', 'data:text/html,<title>x']) {
      const web = await track(serve((_request, response) => response.writeHead(301, { location }).end()))
      const { fetchPage } = await createTestFetcher([web.hostPort])
      expect((await expectRefusal(fetchPage(web.origin, wish))).reason).toBe('scheme')
    }
  })
  test('S03 resolves and checks a name in a redirect', async () => {
    const inside = await hello()
    const location = `http://inside.test:${inside.port}/`
    const web = await track(serve((_request, response) => response.writeHead(307, { location }).end()))
    const names = await dns((_name, kind) => (kind === 'A' ? ['127.0.0.1'] : []))
    const { fetchPage } = await createTestFetcher([web.hostPort], { dns: names.address })
    expect((await expectRefusal(fetchPage(web.origin, wish))).reason).toBe('not-global')
    expect(names.asked).toContain('A inside.test')
    expect(inside.connections).toBe(0)
  })
  test('F12 a redirect loop ends in an error', async () => {
    const web = await track(serve((_request, response) => response.writeHead(302, { location: '/' }).end()))
    const { fetchPage } = await createTestFetcher([web.hostPort])
    const { reason } = await expectRefusal(fetchPage(web.origin, wish))
    expect(reason).toBe('redirects')
    expect(web.requests).toHaveLength(6)
  })
})

describe('S04 S05 names', () => {
  const closedAnswers: [string, string[], string[]][] = [
    ['loopback', ['127.0.0.1'], []],
    ['private', ['10.0.0.1'], []],
    ['metadata', ['169.254.169.254'], []],
    ['IPv6 loopback', [], ['::1']],
    ['a public one beside a private one', ['8.8.8.8', '127.0.0.1'], []],
    ['a public one beside a private one of the other family', ['8.8.8.8'], ['::1']],
    ['a public one beside a translated loopback', ['8.8.8.8'], ['64:ff9b::7f00:1']],
    ['a mapped loopback', [], ['::ffff:7f00:1']],
  ]
  test.each(closedAnswers)('S04 rejects a name whose answer is %s', async (_what, v4, v6) => {
    const web = await hello()
    const names = await dns((_name, kind) => (kind === 'A' ? v4 : v6))
    const { fetchPage } = await createTestFetcher([], { dns: names.address })
    expect((await expectRefusal(fetchPage(`http://site.test:${web.port}/`, wish))).reason).toBe('not-global')
    expect(web.connections).toBe(0)
  })
  test('S05 resolves a name once, and connects to the first answer', async () => {
    const web = await hello()
    const names = await dns((_name, kind, times) =>
      kind === 'A' ? [times ? '127.0.0.66' : '127.0.0.1'] : [],
    )
    const { fetchPage } = await createTestFetcher([`site.test:${web.port}`], { dns: names.address })
    expect((await fetchPage(`http://site.test:${web.port}/x`, wish)).body.toString()).toBe('hello')
    expect(names.asked.sort()).toEqual(['A site.test', 'AAAA site.test'])
    expect(web.requests[0]!.headers.host).toBe(`site.test:${web.port}`)
  })
  test('S05 checks an allowed name again at the next redirect', async () => {
    const inside = await hello()
    const location = `http://site.test:${inside.port}/`
    const web = await track(serve((_request, response) => response.writeHead(302, { location }).end()))
    const names = await dns((_name, kind) => (kind === 'A' ? ['127.0.0.1'] : []))
    const { fetchPage } = await createTestFetcher([`site.test:${web.port}`], { dns: names.address })
    expect((await expectRefusal(fetchPage(`http://site.test:${web.port}/`, wish))).reason).toBe('not-global')
    expect(names.asked.filter(line => line === 'A site.test')).toHaveLength(2)
    expect(inside.connections).toBe(0)
  })
  test('S05 sends the name in the TLS ClientHello while it pins the address', async () => {
    let clientHello = Buffer.alloc(0)
    const web = await track(
      serveRaw(socket =>
        socket.once('data', data => {
          clientHello = data
          socket.destroy()
        }),
      ),
    )
    const names = await dns((_name, kind, times) =>
      kind === 'A' ? [times ? '127.0.0.66' : '127.0.0.1'] : [],
    )
    const { fetchPage } = await createTestFetcher([`site.test:${web.port}`], { dns: names.address })
    await expectRefusal(fetchPage(`https://site.test:${web.port}/`, wish))
    expect(clientHello.toString('latin1')).toContain('site.test')
  })
  test('S05 two names on one address share no connection', async () => {
    const web = await hello()
    const names = await dns((_name, kind) => (kind === 'A' ? ['127.0.0.1'] : []))
    const { fetchPage } = await createTestFetcher([`a.test:${web.port}`, `b.test:${web.port}`], {
      dns: names.address,
    })
    for (const name of ['a', 'a', 'b']) await fetchPage(`http://${name}.test:${web.port}/`, wish)
    expect(web.connections).toBe(3)
  })
  test('S04 rejects a name without an answer after a timeout', async () => {
    const silent = await dns(() => null)
    const { fetchPage } = await createTestFetcher([], { dns: silent.address, connectMs: 300 })
    const { reason } = await expectRefusal(fetchPage('http://site.test/', wish))
    expect(reason).toBe('connect-timeout')
    const empty = await dns(() => undefined)
    const other = await createTestFetcher([], { dns: empty.address })
    expect((await expectRefusal(other.fetchPage('http://site.test/', wish))).reason).toBe('dns')
  })
  test('S04 one unreachable address of a name does not block the other', async () => {
    const web = await hello()
    const names = await dns((_name, kind) => (kind === 'A' ? ['127.0.0.66', '127.0.0.1'] : []))
    const { fetchPage } = await createTestFetcher([`site.test:${web.port}`], { dns: names.address })
    expect((await fetchPage(`http://site.test:${web.port}/`, wish)).status).toBe(200)
  })
})

describe('S06 S07 S09 S16 the request', () => {
  test('S06 sends no credentials or referrer', async () => {
    const web = await track(
      serve((request, response) => {
        if (request.url === '/') response.writeHead(302, { location: '/next' })
        response.end()
      }),
    )
    const { fetchPage } = await createTestFetcher([web.hostPort])
    const page = await fetchPage(`http://user:secret@${web.hostPort}/`, wish)
    expect(page.url).toBe(`${web.origin}/next`)
    for (const { headers } of web.requests) {
      expect(headers.cookie ?? headers.authorization ?? headers.referer).toBeUndefined()
    }
  })
  test('S09 blocked, refused, open and non-HTTP look the same to the caller, including the time', async () => {
    const blocked = await hello()
    const nonHttp = await track(serveRaw(socket => socket.end('SSH-2.0-x\r\n')))
    const closed = await serve(() => {})
    await closed.close()
    const failureMs = 200
    const { fetchPage } = await createTestFetcher([nonHttp.hostPort, closed.hostPort], { failureMs })
    const all = [
      blocked.origin,
      `http://localhost:${blocked.port}`,
      closed.origin,
      nonHttp.origin,
      'ftp://a.b',
    ]
    const results = []
    for (const address of all) {
      let earliest = false
      setTimeout(() => (earliest = true), failureMs - 20)
      const { error } = await expectRefusal(fetchPage(address, wish))
      // The error is never reported earlier, even when it is known.
      expect(earliest).toBe(true)
      expect(Object.keys(error)).not.toContain('reason')
      results.push(
        JSON.stringify({ error, text: String(error), keys: Object.keys(error), cause: error.cause }),
      )
    }
    expect(new Set(results).size).toBe(1)
    expect(results[0]).not.toMatch(/127|ECONN|blocked|global/)
  })
  test('S16 line breaks in an address do not become header lines', async () => {
    const web = await hello()
    const { fetchPage } = await createTestFetcher([web.hostPort])
    await fetchPage(`${web.origin}/a\r\nx-evil: 1\r\n\r\nGET /b?c=%0d%0ax-evil:%201`, wish)
    expect(web.requests).toHaveLength(1)
    expect(web.requests[0]!.headers['x-evil']).toBeUndefined()
    expect(web.requests[0]!.url).toContain('%0d%0a')
  })
  test('S16 rejects more than 16 KB of headers, one large or many small', async () => {
    for (const line of [`x: ${'y'.repeat(20_000)}\r\n`, 'x: y\r\n'.repeat(20_000)]) {
      const web = await track(serveRaw(socket => socket.write(`HTTP/1.1 200 OK\r\n${line}\r\nhello`)))
      const { fetchPage } = await createTestFetcher([web.hostPort])
      expect((await expectRefusal(fetchPage(web.origin, wish))).reason).toBe('headers')
      await expect.poll(() => web.open.size).toBe(0)
    }
  })
  test('S16 rejects an endless header', async () => {
    const web = await track(
      serveRaw(socket => {
        socket.write('HTTP/1.1 200 OK\r\nx: ')
        const timer = setInterval(() => socket.write('y'.repeat(64 * 1024)), 1)
        socket.on('close', () => clearInterval(timer))
      }),
    )
    const { fetchPage } = await createTestFetcher([web.hostPort])
    expect((await expectRefusal(fetchPage(web.origin, wish))).reason).toBe('headers')
  })
  test('S16 does not fetch an address of more than 2,048 characters', async () => {
    const web = await hello()
    const { fetchPage } = await createTestFetcher([web.hostPort])
    for (const path of ['x'.repeat(2048), './'.repeat(2048)])
      expect((await expectRefusal(fetchPage(`${web.origin}/${path}`, wish))).reason).toBe('too-long')
    expect(web.connections).toBe(0)
  })
  test('S20 limits requests to the first bytes or to the head', async () => {
    const web = await hello()
    const { fetchPage } = await createTestFetcher([web.hostPort])
    await fetchPage(web.origin, { maxBytes: 10, firstBytes: 10 })
    expect(web.requests[0]!.headers.range).toBe('bytes=0-9')
    const head = await fetchPage(web.origin, { maxBytes: 10, method: 'HEAD' })
    expect(web.requests[1]!.method).toBe('HEAD')
    expect(head).toMatchObject({ status: 200, body: Buffer.alloc(0) })
  })
  test('S08 isFetchable sends no packet', async () => {
    const web = await hello()
    const { isFetchable } = await createTestFetcher([web.hostPort])
    expect(isFetchable(`${web.origin}/x.png`)).toBe(true)
    expect(isFetchable('https://example.com/x.png')).toBe(true)
    expect(isFetchable('http://192.168.0.1/x.png')).toBe(false)
    expect(isFetchable('file:///x.png')).toBe(false)
    expect(web.connections).toBe(0)
  })
})
