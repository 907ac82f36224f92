import zlib from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { createFetcher, type FetcherOptions, type FetchRequest } from './fetchPage.ts'
import { expectRefusal } from '../testing/refusal.testing.ts'
import { serve, serveRaw, type TestServer } from '../testing/web.testing.ts'

const opened: TestServer[] = []
afterEach(async () => {
  for (const web of opened.splice(0)) await web.close()
})
async function fetchFrom(
  starting: Promise<TestServer>,
  request: FetchRequest,
  more: Partial<FetcherOptions> = {},
) {
  const web = await starting
  opened.push(web)
  const { fetchPage } = createFetcher({ allowPrivate: [web.hostPort], failureMs: 0, ...more })
  return { web, page: fetchPage(web.origin, request) }
}
const answer = (headers: Record<string, string>, body: Buffer) =>
  serve((_request, response) => response.writeHead(200, headers).end(body))

/** Sends without end, as fast as the client reads. */
const endless = (headers: Record<string, string>, chunk: Buffer, sent: { bytes: number }) =>
  serve((_request, response) => {
    response.writeHead(200, headers)
    const push = () => {
      let more = !response.destroyed
      while (more) {
        more = response.write(chunk)
        sent.bytes += chunk.length
      }
    }
    response.on('drain', push).on('error', () => {})
    push()
  })
const noneOpen = (web: TestServer) => expect.poll(() => web.open.size).toBe(0)

describe('S12 F11 large bodies', () => {
  test('S12 rejects a Content-Length above the cap immediately, before any body', async () => {
    const { web, page } = await fetchFrom(
      serveRaw(socket => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10000000000\r\n\r\n')),
      { maxBytes: 1000 },
    )
    const { reason } = await expectRefusal(page)
    expect(reason).toBe('too-large')
    await noneOpen(web)
  })
  test('S12 F11 stops an endless body at the limit, closes the socket, and keeps the memory constant', async () => {
    const sent = { bytes: 0 }
    const before = process.memoryUsage().rss
    const maxBytes = 2_000_000
    const { web, page } = await fetchFrom(endless({}, Buffer.alloc(64 * 1024, 'x'), sent), { maxBytes })
    expect((await expectRefusal(page)).reason).toBe('too-large')
    await noneOpen(web)
    // The content of two socket buffers at most: the socket is closed, so nothing follows.
    expect(sent.bytes).toBeLessThan(maxBytes + 20_000_000)
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000)
  })
  test('S12 SCRP-05 can return the beginning of an endless page', async () => {
    const request = { maxBytes: 100_000, overflow: 'cut' as const }
    const { web, page } = await fetchFrom(endless({}, Buffer.alloc(64 * 1024, 'x'), { bytes: 0 }), request)
    expect(await page).toMatchObject({ truncation: 'size', body: Buffer.alloc(100_000, 'x') })
    await noneOpen(web)
  })
  test('S12 accepts a body of exactly the limit as complete', async () => {
    const { page } = await fetchFrom(answer({}, Buffer.alloc(1000, 'x')), { maxBytes: 1000 })
    expect((await page).truncation).toBeUndefined()
  })
  test('S12 the limit can depend on the type, and 0 reads nothing', async () => {
    const sent = { bytes: 0 }
    const headers = { 'content-type': 'Video/MP4; codecs=x' }
    const { web, page } = await fetchFrom(endless(headers, Buffer.alloc(64 * 1024), sent), {
      maxBytes: type => (type === 'video/mp4' ? 0 : 1000),
    })
    expect(await page).toMatchObject({ contentType: 'video/mp4', body: Buffer.alloc(0) })
    await noneOpen(web)
  })
})

describe('S13 compressed bodies', () => {
  const text = Buffer.from('<title>héllo</title>'.repeat(2000))
  const compressed: [string, Buffer][] = [
    ['gzip', zlib.gzipSync(text)],
    ['x-gzip', zlib.gzipSync(text)],
    ['deflate', zlib.deflateSync(text)],
    ['deflate', zlib.deflateRawSync(text)],
    ['br', zlib.brotliCompressSync(text)],
    ['identity', text],
  ]
  test.each(compressed)('S13 decompresses one layer of %s', async (coding, body) => {
    const { page } = await fetchFrom(answer({ 'content-encoding': coding }, body), { maxBytes: 1e6 })
    expect((await page).body.equals(text)).toBe(true)
  })
  const bomb = Buffer.alloc(200_000_000)
  const bombs: [string, Buffer][] = [
    ['gzip', zlib.gzipSync(bomb)],
    ['deflate', zlib.deflateSync(bomb)],
    ['br', zlib.brotliCompressSync(bomb, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } })],
  ]
  test.each(bombs)('S13 F11 stops a %s bomb at the limit', async (coding, body) => {
    expect(body.length).toBeLessThan(1_000_000)
    const before = process.memoryUsage().rss
    const { web, page } = await fetchFrom(answer({ 'content-encoding': coding }, body), { maxBytes: 5e6 })
    expect((await expectRefusal(page)).reason).toBe('too-large')
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000)
    await noneOpen(web)
  })
  test.each(bombs)('S13 SCRP-05 can return the beginning of a %s bomb', async (coding, body) => {
    const request = { maxBytes: 5e6, overflow: 'cut' as const }
    const { page } = await fetchFrom(answer({ 'content-encoding': coding }, body), request)
    const { truncation, body: bytes } = await page
    expect(truncation).toBe('size')
    expect(bytes.length).toBe(5e6)
  })
  test.each(['gzip, gzip', 'gzip,br', 'deflate, gzip, gzip', 'zstd', 'compress'])(
    'S13 rejects %s',
    async coding => {
      const body = coding.includes(',') ? zlib.gzipSync(zlib.gzipSync(text)) : zlib.deflateSync(text)
      const { page } = await fetchFrom(answer({ 'content-encoding': coding }, body), { maxBytes: 1e6 })
      expect((await expectRefusal(page)).reason).toBe('encoding')
    },
  )
  test.each([
    ['none', text],
    ['utf-8', text],
    ['utf-8, gzip', zlib.gzipSync(text)],
  ])('S13 ignores a name in %s that is no content coding', async (coding, body) => {
    const { page } = await fetchFrom(answer({ 'content-encoding': coding }, body), { maxBytes: 1e6 })
    expect((await page).body.equals(text)).toBe(true)
  })
  test('S13 rejects two headers with a layer each', async () => {
    const head =
      'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-encoding: gzip\r\nconnection: close\r\n\r\n'
    const { page } = await fetchFrom(
      serveRaw(socket => socket.end(head)),
      { maxBytes: 1e6 },
    )
    expect((await expectRefusal(page)).reason).toBe('encoding')
  })
  test('S13 rejects a second layer hidden in Transfer-Encoding', async () => {
    const head = 'HTTP/1.1 200 OK\r\ntransfer-encoding: gzip, chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n'
    const { page } = await fetchFrom(
      serveRaw(socket => socket.end(head)),
      { maxBytes: 1e6 },
    )
    expect((await expectRefusal(page)).reason).toBe('encoding')
  })
  test('S13 stops an endless stream that decompresses to nothing', async () => {
    const nothing = Buffer.concat(Array<Buffer>(3000).fill(zlib.gzipSync('')))
    const { page } = await fetchFrom(endless({ 'content-encoding': 'gzip' }, nothing, { bytes: 0 }), {
      maxBytes: 100_000,
    })
    const { reason } = await expectRefusal(page)
    expect(reason).toBe('too-large')
  })
  test('S13 broken compression causes an error, and can return the part before it', async () => {
    const broken = Buffer.from('this is not gzip at all')
    const first = await fetchFrom(answer({ 'content-encoding': 'gzip' }, broken), {
      maxBytes: 1e6,
      overflow: 'cut',
    })
    expect((await expectRefusal(first.page)).reason).toBe('encoding')
    const half = zlib.gzipSync(Buffer.from(Array.from({ length: 1e5 }, () => Math.random() * 256)))
    const cut = half.subarray(0, half.length / 2)
    const second = await fetchFrom(answer({ 'content-encoding': 'gzip' }, cut), {
      maxBytes: 1e6,
      overflow: 'cut',
    })
    expect((await second.page).body.length).toBeGreaterThan(20_000)
  })
})

describe('S14 F10 slow sites', () => {
  const times = { connectMs: 250, firstByteMs: 400, totalMs: 700 }
  const drip = (head: string) =>
    serveRaw(socket => {
      socket.write(head)
      const timer = setInterval(() => socket.write('x'), 50)
      socket.on('close', () => clearInterval(timer))
    })
  test('S14 F10 abandons a server that never responds after the first-byte timeout', async () => {
    const { web, page } = await fetchFrom(
      serveRaw(() => {}),
      { maxBytes: 1000 },
      times,
    )
    const { reason } = await expectRefusal(page)
    expect(reason).toBe('first-byte-timeout')
    await noneOpen(web)
  })
  test('S14 abandons a server that never finishes the TLS handshake after the connect timeout', async () => {
    const web = await serveRaw(() => {})
    opened.push(web)
    const { fetchPage } = createFetcher({ allowPrivate: [web.hostPort], failureMs: 0, ...times })
    const { reason } = await expectRefusal(fetchPage(`https://${web.hostPort}/`, { maxBytes: 1000 }))
    expect(reason).toBe('connect-timeout')
    await noneOpen(web)
  })
  test.each([
    ['headers', 'HTTP/1.1 200 OK\r\nx-slow: ', 'first-byte-timeout'],
    [
      'informational responses',
      'HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n',
      'first-byte-timeout',
    ],
    ['a body', 'HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n', 'total-timeout'],
  ])('S14 abandons a server that drips %s in time', async (_what, head, expected) => {
    const { web, page } = await fetchFrom(drip(head), { maxBytes: 1000 }, times)
    const { reason } = await expectRefusal(page)
    // Dripped bytes after complete 103 responses are not HTTP and may be refused even sooner.
    expect([expected, 'protocol']).toContain(reason)
    await noneOpen(web)
  })
  test('S14 the total timeout includes all redirects', async () => {
    const web = await serve((_request, response) => {
      setTimeout(() => response.writeHead(302, { location: '/' }).end(), 250)
    })
    opened.push(web)
    // Each redirect stays within its own timeouts, also on a busy machine.
    const perRequest = { connectMs: 60_000, firstByteMs: 60_000 }
    const { fetchPage } = createFetcher({
      allowPrivate: [web.hostPort],
      failureMs: 0,
      ...times,
      ...perRequest,
    })
    const { reason } = await expectRefusal(fetchPage(web.origin, { maxBytes: 1000 }))
    expect(reason).toBe('total-timeout')
  })
  test('S14 SCRP-05 can return the part of a slow page that arrived in time', async () => {
    const head = 'HTTP/1.1 200 OK\r\n\r\n<title>Slow</title>'
    const { page } = await fetchFrom(drip(head), { maxBytes: 1000, overflow: 'cut' }, times)
    const { truncation, body } = await page
    expect(truncation).toBe('time')
    expect(body.toString()).toMatch(/^<title>Slow<\/title>x+$/)
  })
  test('SCRP-05 can return the part of a page before a disconnect, or reports an error', async () => {
    const half = () =>
      serveRaw(socket => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n<title>Half'))
    const partial = await fetchFrom(half(), { maxBytes: 1000, overflow: 'cut' })
    expect(await partial.page).toMatchObject({ truncation: 'broken', body: Buffer.from('<title>Half') })
    const refused = await fetchFrom(half(), { maxBytes: 1000 })
    expect((await expectRefusal(refused.page)).reason).toBe('protocol')
  })
})
