import { afterEach, describe, expect, test } from 'vitest'
import { createScraper, type ScraperOptions } from './scrape.ts'
import { expectRefusal } from './testing/refusal.testing.ts'
import { serve, servePages, serveRaw, type TestServer } from './testing/web.testing.ts'

const opened: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const each of opened.splice(0).toReversed()) await each.close()
})
function scraper(webs: TestServer[], more: Partial<ScraperOptions> = {}) {
  const made = createScraper({ allowPrivate: webs.map(web => web.hostPort), failureMs: 0, ...more })
  opened.push(...webs, made)
  const caller = { kind: 'person', key: 'ada' } as const
  return {
    scrape: (address: string, signal?: AbortSignal) => made.scrape(address, caller, signal),
    fetchPicture: (address: string) => made.fetchPicture(address, caller),
  }
}
const pages = (all: Record<string, string | Buffer>, type?: string) => servePages(all, type)
const typed = (type: string, body: string | Buffer = '', headers: Record<string, string> = {}) =>
  serve((_request, response) => response.writeHead(200, { 'content-type': type, ...headers }).end(body))

describe('SCRP-05 pages', () => {
  test('SCRP-05 Open Graph before Twitter card before JSON-LD before the visible content', async () => {
    const sources = [
      '<meta property="og:title" content="Open Graph">',
      '<meta name="twitter:title" content="Twitter">',
      '<script type="application/ld+json">{"@type":"Article","headline":"JSON-LD"}</script>',
      '<title>Element</title>',
      '<h1>Heading</h1>',
    ]
    const all = sources.map((_source, at) => sources.slice(at).toReversed().join('\n'))
    const web = await pages(Object.fromEntries(all.map((html, at) => [`/${at}`, html])))
    const { scrape } = scraper([web])
    const titles = []
    for (const at of sources.keys()) titles.push((await scrape(`${web.origin}/${at}`)).title)
    expect(titles).toEqual(['Open Graph', 'Twitter', 'JSON-LD', 'Element', 'Heading'])
  })
  test('SCRP-05 the complete metadata of a well-made page', async () => {
    const web: TestServer = await pages({
      '/post': `<html lang="en"><title>Plain</title><meta property="og:title" content="Tagged">
        <meta name="description" content="Text"><meta property="og:image" content="/pic.png">
        <meta property="og:site_name" content="Site"><meta name="keywords" content="one, two,, one">
        <link rel="canonical" href="https://example.com/post">`,
    })
    expect(await scraper([web]).scrape(`${web.origin}/post?utm=1`.replace('?utm=1', ''))).toEqual({
      title: 'Tagged',
      description: 'Text',
      image: `${web.origin}/pic.png`,
      url: 'https://example.com/post',
      canonical: 'https://example.com/post',
      siteName: 'Site',
      keywords: ['one', 'two'],
      lang: 'en',
      kind: 'html',
    })
  })
  test('SCRP-05 the address is the last of its redirects, which resolves relative pictures', async () => {
    const web = await serve((request, response) => {
      if (request.url === '/') response.writeHead(301, { location: '/deep/page' })
      response.end('<title>There</title><meta property=og:image content=i.png>')
    })
    const reading = await scraper([web]).scrape(web.origin)
    expect(reading).toMatchObject({
      title: 'There',
      url: `${web.origin}/deep/page`,
      image: `${web.origin}/deep/i.png`,
    })
  })
  test('SCRP-05 ignores a home page as the canonical address of another page', async () => {
    const html = '<title>x</title><link rel=canonical href="/">'
    const web = await pages({ '/post': html, '/index.html': html })
    const { scrape } = scraper([web])
    expect((await scrape(`${web.origin}/post`)).url).toBe(`${web.origin}/post`)
    expect((await scrape(`${web.origin}/index.html`)).url).toBe(`${web.origin}/`)
  })
  test('SCRP-05 F13 a page in a legacy charset, by its header', async () => {
    const title = Buffer.from('cff0e8e2e5f22c20ece8f0', 'hex')
    const web = await typed(
      'text/html; charset="Windows-1251"',
      Buffer.concat([Buffer.from('<title>'), title]),
    )
    expect((await scraper([web]).scrape(web.origin)).title).toBe('Привет, мир')
  })
  test('SCRP-05 gives a page without a title the name of its address', async () => {
    const web = await pages({ '/posts/my-great_article.html': '<div id=root></div>', '/': '<p>' })
    const { scrape } = scraper([web])
    expect((await scrape(`${web.origin}/posts/my-great_article.html`)).title).toBe('my great article')
    expect((await scrape(web.origin)).title).toBe(web.hostPort)
  })
  test('SCRP-05 treats an error page as a failure, not a title', async () => {
    const web = await serve((_request, response) =>
      response.writeHead(404).end('<title>404 Not Found</title>'),
    )
    expect((await expectRefusal(scraper([web]).scrape(web.origin))).reason).toBe('status')
  })
  test('SCRP-05 S12 a huge page yields the title of its head', async () => {
    const web = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': 50_000_000 })
      response.end(`<title>Huge</title>${'<p>x</p>'.repeat(6_249_998)}`.padEnd(50_000_000))
    })
    expect((await scraper([web]).scrape(web.origin)).title).toBe('Huge')
  })
  test('SCRP-05 S14 a slow page yields its title if that arrived in time, otherwise a failure', async () => {
    const slow = (head: string) =>
      serveRaw(socket => socket.write(`HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n${head}`))
    const [early, late] = [await slow('<title>Early</title><body>'), await slow('<html><head>')]
    const { scrape } = scraper([early, late], { totalMs: 400 })
    expect((await scrape(early.origin)).title).toBe('Early')
    const { reason } = await expectRefusal(scrape(late.origin))
    expect(reason).toBe('total-timeout')
  })
  test('SCRP-05 gives a feed its own title', async () => {
    const web = await typed(
      'application/rss+xml',
      '<?xml version="1.0"?><rss><channel><title>News</title></channel></rss>',
    )
    expect(await scraper([web]).scrape(web.origin)).toMatchObject({ title: 'News', kind: 'other' })
  })
})

describe('SCRP-05 oEmbed', () => {
  const page = (href: string, more = '') =>
    `<title>Element</title>${more}<link rel="alternate" type="application/json+oembed" href="${href}">`
  const answer = JSON.stringify({ title: 'Embedded', thumbnail_url: 'https://example.com/t.jpg' })
  test('SCRP-05 fetches it when the page has no title or picture, and prefers it to the visible content', async () => {
    const web = await pages({ '/': page('/oembed'), '/oembed': answer })
    const reading = await scraper([web]).scrape(web.origin)
    expect(reading).toMatchObject({ title: 'Embedded', image: 'https://example.com/t.jpg' })
  })
  test('SCRP-05 does not fetch it when the page has both', async () => {
    const tags = '<meta property=og:title content=Tagged><meta property=og:image content=/i.png>'
    const web = await pages({ '/': page('/oembed', tags), '/oembed': answer })
    expect((await scraper([web]).scrape(web.origin)).title).toBe('Tagged')
    expect(web.requests).toHaveLength(1)
  })
  test('SCRP-05 limits its time, and its failure does not affect the page', async () => {
    const web = await serve((request, response) => {
      if (request.url === '/') response.end(page('/silent'))
    })
    expect((await scraper([web], { oEmbedMs: 200 }).scrape(web.origin)).title).toBe('Element')
    expect(web.requests.map(request => request.url)).toEqual(['/', '/silent'])
  })
  test('S08 it uses the same fetcher: no packet reaches a private address', async () => {
    const inside = await pages({ '/': answer })
    const web = await pages({ '/': page(inside.origin) })
    opened.push(inside)
    expect((await scraper([web]).scrape(web.origin)).title).toBe('Element')
    expect(inside.connections).toBe(0)
  })
})

describe('S08 second-order addresses', () => {
  test('S08 skips a picture at a private address without a request', async () => {
    const inside = await pages({})
    opened.push(inside)
    const pictures = [
      inside.origin,
      'http://192.168.0.1/x',
      'http://[::1]/x',
      'http://localhost/x',
      'file:///x',
    ]
    const html = pictures.map(address => `<meta property="og:image" content="${address}">`).join('')
    const web = await pages({ '/': `<title>x</title>${html}<meta name=twitter:image content=/fine.png>` })
    expect((await scraper([web]).scrape(web.origin)).image).toBe(`${web.origin}/fine.png`)
    expect(inside.connections).toBe(0)
  })
  test('S08 fetchPicture refuses a private address', async () => {
    const inside = await pages({ '/': 'x' })
    opened.push(inside)
    expect((await expectRefusal(scraper([]).fetchPicture(inside.origin))).reason).toBe('not-global')
    expect(inside.connections).toBe(0)
  })
})

describe('SCRP-05 other content', () => {
  test.each([
    ['image/png', '/My%20holiday-photo_1.png', 'My holiday-photo_1', 'image'],
    ['video/mp4', '/a/film_one+two.mp4', 'film one two', 'video'],
    ['audio/mpeg', '/%D0%BF%D0%B5%D1%81%D0%BD%D1%8F.mp3', 'песня', 'audio'],
    ['application/octet-stream', '/clip.webm', 'clip', 'video'],
    ['application/octet-stream', '/song.ogg', 'song', 'audio'],
  ])('SCRP-05 %s at %s gets the title %s', async (type, path, title, kind) => {
    const web = await typed(type, 'x'.repeat(1000))
    const image = kind === 'image' ? web.origin + path : ''
    expect(await scraper([web]).scrape(web.origin + path)).toEqual({
      title,
      description: '',
      image,
      url: web.origin + path,
      kind,
    })
  })
  test('SCRP-05 does not download a video of gigabytes', async () => {
    const web = await serveRaw(socket =>
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: video/webm\r\ncontent-length: 9000000000\r\n\r\n'),
    )
    expect((await scraper([web]).scrape(`${web.origin}/film.webm`)).title).toBe('film')
    await expect.poll(() => web.open.size).toBe(0)
  })
  test('SCRP-05 anything else gets its host and file name as title', async () => {
    const web = await typed('application/zip', 'PK')
    const { scrape } = scraper([web])
    expect((await scrape(`${web.origin}/files/archive.zip`)).title).toBe(`${web.hostPort} · archive.zip`)
    expect((await scrape(`${web.origin}/%CF%F0`)).title).toBe(web.hostPort)
  })
  test('SCRP-05 the file name from the server has precedence', async () => {
    const disposition = "attachment; filename=x.pdf; filename*=UTF-8''J%C3%A4hresbericht_2026.pdf"
    const web = await typed('application/pdf', '%PDF-1.4', { 'content-disposition': disposition })
    expect(await scraper([web]).scrape(`${web.origin}/download?id=7`)).toMatchObject({
      title: 'Jähresbericht 2026',
      kind: 'pdf',
    })
  })
  test('SCRP-05 a PDF gets its own title, regardless of its Content-Type', async () => {
    const pdf = '%PDF-1.4\n1 0 obj\n<< /Title (The report) /Producer (x) >>\nendobj'
    for (const type of ['application/pdf', 'application/octet-stream', '']) {
      const web = await typed(type, pdf)
      expect(await scraper([web]).scrape(`${web.origin}/r`)).toMatchObject({
        title: 'The report',
        kind: 'pdf',
      })
    }
  })
  test('SCRP-05 reads HTML without a type, or as plain text, too', async () => {
    for (const type of ['', 'text/plain']) {
      const web = await typed(type, '<!DOCTYPE html><title>Found</title>')
      expect(await scraper([web]).scrape(web.origin)).toMatchObject({ title: 'Found', kind: 'html' })
    }
  })
})
