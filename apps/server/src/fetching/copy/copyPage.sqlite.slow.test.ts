import { randomBytes } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import sharp from 'sharp'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { createFetcher } from '../requests/fetchPage.ts'
import { serve, type TestServer } from '../testing/web.testing.ts'
import { type CopyOptions, createPageCopier, copyProcessLimits } from './copyPage.ts'
import { resourceLimits } from './fetchResources.ts'

let photo: Buffer
let dot: Buffer
beforeAll(async () => {
  const create = { width: 2400, height: 1200, channels: 3 as const, background: '#fff' }
  const noise = { raw: { width: 2400, height: 1200, channels: 3 as const } }
  photo = await sharp(randomBytes(create.width * create.height * 3), noise)
    .jpeg({ quality: 60 })
    .toBuffer()
  dot = await sharp({ create: { ...create, width: 1, height: 1 } })
    .png()
    .toBuffer()
})

let site: TestServer
afterEach(() => site.close())

const sentence = 'The heron stood in the shallow water and waited for the fish to come nearer. '
const story = (inside = '') => `<!doctype html><html lang="en-GB"><head><title>Herons</title>
  <meta name="author" content="Ada Marsh"><link rel="stylesheet" href="/s.css"></head>
  <body><nav><a href="/">Home</a></nav><article><h1>Herons</h1>
  ${`<p>${sentence.repeat(5)}</p>`.repeat(6)}${inside}</article><footer>Imprint</footer></body></html>`

type Answer = { body: string | Buffer; type: string; status?: number }
const page = (body: string): Answer => ({ body, type: 'text/html' })
const picture = (body: Buffer, type = 'image/jpeg'): Answer => ({ body, type })

/** Serves a site and copies its first page. */
async function copy(answers: Record<string, Answer>, options: Partial<CopyOptions> = {}) {
  let running = 0
  let most = 0
  site = await serve((request, response) => {
    most = Math.max(most, ++running)
    response.on('close', () => running--)
    const { body, type, status = 200 } = answers[request.url ?? ''] ?? { body: '', type: '', status: 404 }
    setTimeout(() => response.writeHead(status, { 'content-type': type }).end(body), 5)
  })
  const fetcher = createFetcher({ allowPrivate: [site.hostPort] })
  const caller = { kind: 'job', key: 'ada' } as const
  const fetched = await fetcher.fetchPage(`${site.origin}/`, { maxBytes: 5_000_000, caller })
  // On a busy machine the resources take longer than the default.
  const copied = await createPageCopier(fetcher, copyProcessLimits, 600_000).copyPage(fetched, {
    isFull: true,
    at: 0,
    caller,
    ...options,
  })
  const unpack = (bytes: Buffer | null) => (bytes ? String(gunzipSync(bytes)) : '')
  const paths = site.requests.map(request => request.url)
  return { ...copied, reader: unpack(copied.reader), full: unpack(copied.full), paths, most }
}

test('a copy embeds the resources of the page, and the reader has only the article', async () => {
  const { article, reader, full, pictures, paths, most } = await copy({
    '/': page(
      story(`<p><a href="more">More</a></p><figure><img src="/p.jpg" alt="A heron" onload="x()">
      <figcaption>In June</figcaption></figure><img src="/missing.png"><img src="/dot.png"><script>x()</script>`),
    ),
    '/p.jpg': picture(photo),
    '/dot.png': picture(dot, 'image/png'),
    '/s.css': { body: '@import "t.css";p{color:green}', type: 'text/css' },
    '/t.css': { body: 'body{background:url(/bg.png)}', type: 'text/css' },
    '/bg.png': picture(await sharp(photo).resize(40).png().toBuffer(), 'image/png'),
  })
  expect(article).toMatchObject({
    kind: 'article',
    title: 'Herons',
    byline: 'Ada Marsh',
    lang: 'en-GB',
    dir: 'ltr',
    words: 15 * 30 + 3,
  })
  expect(article.text).toContain('In June')
  expect(article.text).not.toContain('Imprint')
  expect(pictures).toEqual({ wanted: 4, stored: 2 })
  expect(most).toBe(1)
  expect(new Set(paths)).toEqual(
    new Set(['/', '/s.css', '/t.css', '/p.jpg', '/missing.png', '/dot.png', '/bg.png']),
  )
  const withoutData = (html: string) => html.replace(/base64,[\w+/=]+/g, 'base64,')
  expect(withoutData(full)).toContain('Imprint')
  expect(withoutData(full)).toContain('<style>body{background:url("data:image/png;base64,")}')
  expect(withoutData(full)).toContain('p{color:green}')
  const embedded = /src="data:image\/webp;base64,([^"]+)"/
  for (const [html, width] of [
    [full, 1600],
    [reader, 1024],
  ] as const) {
    expect(/<script|onload|src="http/.test(html)).toBe(false)
    const data = Buffer.from(embedded.exec(html)?.[1] ?? '', 'base64')
    expect((await sharp(data).metadata()).width).toBe(width)
  }
  expect(reader).toContain(`<a href="${site.origin}/more" target="_blank" rel="noopener noreferrer">More</a>`)
  expect(withoutData(reader)).not.toContain('Imprint')
})

test('a copy of the article fetches only its own pictures', async () => {
  const { full, pictures, paths } = await copy(
    { '/': page(story('<p><img src="/p.jpg"></p>')), '/p.jpg': picture(photo) },
    { isFull: false },
  )
  expect(full).toBe('')
  expect(pictures).toEqual({ wanted: 1, stored: 1 })
  expect(paths).toEqual(['/', '/p.jpg'])
})

test('the text of a page without an article has all of its words', async () => {
  const { article, reader } = await copy({
    '/': page(
      '<title>List</title><ul lang="he"><li>שלום עולם</li><li>a <b>b</b></li></ul><script>x</script>',
    ),
  })
  expect(article).toMatchObject({ kind: 'text', title: 'List', text: 'שלום עולם\na b', dir: 'rtl', words: 4 })
  expect(reader).toBe('<p>שלום עולם</p><p>a b</p>')
})

test('counts words of scripts without spaces', async () => {
  const { article } = await copy({ '/': page('<html lang=ja><p>私は猫が好きです。</p>') })
  expect(article.words).toBeGreaterThan(4)
})

test.each([
  ['very deep', '<div>'.repeat(500_000)],
  ['deep', '<div><p>'.repeat(20_000)],
  ['of many elements', '<i>x</i>'.repeat(60_000)],
  ['of a data address of 4 MB', `<img src="data:image/png;base64,${'A'.repeat(4_000_000)}">`],
])('S19 copies a page that is %s within the limits', async (_, html) => {
  const { article, full } = await copy({ '/': page(`${html}<p>The end of the page.</p>`) })
  expect(article.text).toContain('The end of the page.')
  expect(full).toContain('The end of the page.')
})

test('S12 a copy fetches no more than its limits, and omits the rest', async () => {
  const many = Array.from({ length: 400 }, (_, at) => `<img src="/${at}.png">`).join('')
  const { paths, pictures } = await copy({
    '/': page(many),
    ...Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`/${at}.png`, picture(dot, 'image/png')])),
  })
  expect(paths).toHaveLength(1 + resourceLimits.count)
  expect(pictures).toEqual({ wanted: 400, stored: 0 })
})

test('S08 does not fetch addresses of the private network in a page', async () => {
  const { full, paths } = await copy({
    '/': page(
      `<link rel=stylesheet href="http://127.0.0.2:1/a.css"><img src="file:///etc/passwd">
       <img src="http://[::1]:1/x.png"><img src="http://169.254.169.254/x.png"><img src="/r.png"><p>Text</p>`,
    ),
    '/r.png': { body: '', type: 'text/plain', status: 404 },
  })
  expect(paths).toEqual(['/', '/r.png'])
  expect(full).toContain('Text')
  expect(full).not.toMatch(/127\.0\.0\.2|passwd|169\.254/)
})

test('S19 ends a process above its limits, and copies the next page', async () => {
  site = await serve((_, response) => response.end())
  const fetcher = createFetcher({ allowPrivate: [site.hostPort] })
  const caller = { kind: 'job', key: 'ada' } as const
  const fetched = {
    url: `${site.origin}/`,
    status: 200,
    contentType: 'text/html',
    body: Buffer.from(story()),
  }
  const options = { isFull: true, at: 0, caller }
  const small = createPageCopier(fetcher, { ...copyProcessLimits, memory: 20_000_000 })
  await expect(small.copyPage(fetched, options)).rejects.toMatchObject({ reason: 'unreadable' })
  const copied = await createPageCopier(fetcher).copyPage(fetched, options)
  expect(copied.article.title).toBe('Herons')
})
