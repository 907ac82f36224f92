import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWordPressPost } from '../../apps/server/src/fetching/blog/wordPress.testing.ts'
import { startApp, type TestApp } from '../../apps/server/src/test/support/app.ts'
import { createBlackPng } from '../../apps/server/src/test/support/pictureSamples.ts'

/** The blog by HTTP, which is what a visitor without scripts gets. */
let app: TestApp
/** A blog of WordPress with 23 posts, and a picture. */
let blog: Server
let blogHost: string
let answer: 'posts' | 'nothing' | 'other' = 'posts'
const asked: string[] = []
const slugs = Array.from({ length: 22 }, (_, n) => `post-${n}`)

beforeAll(async () => {
  const picture = createBlackPng(60, 40)
  blog = createServer((incoming, response) => {
    asked.push(incoming.url!)
    const { pathname, searchParams } = new URL(incoming.url!, 'http://blog')
    if (pathname === '/large.png') return void response.setHeader('content-type', 'image/png').end(picture)
    if (answer === 'nothing') return void response.destroy()
    if (answer === 'other') return void response.setHeader('content-type', 'text/html').end('<p>Not a feed')
    const image = {
      _embedded: { 'wp:featuredmedia': [{ source_url: `http://${blogHost}/large.png`, alt_text: 'Reeds' }] },
    }
    const all = [...slugs, '%e6%97%a5'].map(slug => createWordPressPost(slug, image))
    const slug = searchParams.get('slug')
    const page = Number(searchParams.get('page') ?? 1)
    const found =
      slug === null
        ? all.slice((page - 1) * 10, page * 10)
        : [...slugs, '日'].includes(slug)
          ? [createWordPressPost(encodeURIComponent(slug).toLowerCase(), image)]
          : []
    response.setHeader('content-type', 'application/json; charset=UTF-8')
    response.setHeader('x-wp-totalpages', '3')
    if (page > 3) response.writeHead(400).end('{"code":"rest_post_invalid_page_number"}')
    else response.end(JSON.stringify(found))
  })
  await new Promise<void>(done => blog.listen(0, '127.0.0.1', done))
  blogHost = `127.0.0.1:${(blog.address() as AddressInfo).port}`
  app = await startApp({
    blogUrl: `http://${blogHost}/wp-json/wp/v2/posts`,
    fetchAllowPrivate: [blogHost],
  })
})
afterAll(async () => {
  await app.stop()
  blog.close()
})

const get = async (path: string, { origin } = app) => {
  const response = await fetch(origin + path, { redirect: 'manual' })
  return { status: response.status, text: await response.text(), headers: response.headers }
}

test('MKT-03 the list has date, title, excerpt and "Read More" of each post, and pages with real links', async () => {
  const { status, text } = await get('/blog')
  expect(status).toBe(200)
  expect(asked).toContain('/wp-json/wp/v2/posts?_embed=1&page=1')
  expect(text.match(/<article/g)).toHaveLength(10)
  expect(text).toContain('<title>Blog — Nestmark</title>')
  expect(text).toMatch(
    /November 24, 2026<\/time>\s*<h2 dir="auto"><a href="\/blog\/post-0">About “post-0” &#38; more/,
  )
  expect(text).toContain('A short … excerpt')
  expect(text).toContain('aria-label="Read More: About “post-0” &#38; more">Read More</a>')
  expect(text).toContain('<a class="button" rel="next" href="/blog?page=2">Older</a>')
  const second = await get('/blog?page=2')
  expect(second.text).toContain('href="/blog/post-10"')
  expect(second.text).toContain('<a class="button" rel="prev" href="/blog">Newer</a>')
  expect(second.text).toContain(
    `<link rel="canonical" href="${app.services.config.publicUrl}/blog?page=2" />`,
  )
  expect((await get('/blog?page=3')).text).toContain(`href="/blog/${encodeURIComponent('日')}"`)
  for (const page of ['4', '0', '-1', 'x', '2&page=3'])
    expect([page, (await get(`/blog?page=${page}`)).status]).toEqual([page, 404])
})

test('MKT-03 a post has its title, picture, date and text, and sets title and description of the page', async () => {
  const { status, text, headers } = await get('/blog/post-3')
  expect(status).toBe(200)
  expect(asked).toContain('/wp-json/wp/v2/posts?_embed=1&slug=post-3')
  expect(text).toContain('<title>About “post-3” &#38; more — Nestmark</title>')
  expect(text).toContain('<meta name="description" content="A short … excerpt […]" />')
  expect(text).toContain('<h1 dir="auto">About “post-3” &#38; more</h1>')
  expect(text).toContain('November 24, 2026')
  expect(text).toContain('<figcaption>The <em>jetty</em></figcaption>')
  expect(headers.get('content-security-policy')).not.toContain('unsafe')
  // Every picture is one of this server, and only of addresses that it signed.
  const pictures = [...text.matchAll(/<img [^>]*src="([^"]*)"/g)].map(([, src]) =>
    src!.replaceAll('&#38;', '&'),
  )
  expect(pictures.length).toBeGreaterThan(2)
  expect(pictures.filter(src => !src.startsWith('/blog/picture?'))).toEqual([])
  const own = pictures.find(src => src.includes('large.png'))!
  const picture = await fetch(app.origin + own)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect((await get(own.replace('large', 'other'))).status).toBe(404)
  expect((await get('/blog/%E6%97%A5')).text).toContain('<figcaption>')
})

test('MKT-03 answers 404 for an unknown post, with the newest three in its place', async () => {
  const { status, text } = await get('/blog/never')
  expect(status).toBe(404)
  expect(text).toContain('This post is gone')
  expect(text.match(/<article/g)).toHaveLength(3)
})

test('MKT-03 the Atom feed lists the newest posts', async () => {
  const { text, headers } = await get('/blog/feed.xml')
  expect(headers.get('content-type')).toContain('application/atom+xml')
  expect(text.match(/<entry>/g)).toHaveLength(10)
  expect(text).toContain(`<link href="${app.services.config.publicUrl}/blog/post-0"/>`)
  expect((await get('/blog')).text).toContain('type="application/atom+xml"')
})

test('MKT-03 known posts stay while the blog is away or sends something else; for others a plain sentence says so', async () => {
  for (const kind of ['nothing', 'other'] as const) {
    answer = kind
    app.clock.now += 600_000
    expect((await get('/blog')).text).toContain('href="/blog/post-0"')
    expect((await get('/blog/post-3')).status).toBe(200)
    const other = await get(`/blog/post-${kind === 'nothing' ? 5 : 6}`)
    expect([other.status, other.text.includes('The posts cannot be reached now')]).toEqual([503, true])
  }
  answer = 'posts'
  app.clock.now += 600_000
  expect((await get('/blog/post-5')).status).toBe(200)
})

test('MKT-03 without BLOG_URL the blog has the posts that ship with Nestmark', async () => {
  const own = await startApp()
  const { text } = await get('/blog', own)
  const paths = [...text.matchAll(/<h2 dir="auto"><a href="([^"]+)"/g)].map(([, path]) => path!)
  expect(paths.length).toBeGreaterThan(3)
  for (const path of paths) expect((await get(path, own)).status).toBe(200)
  const picture = /<img src="(\/site\/art\/[^"]+)"/.exec(text)![1]!
  expect((await get(picture, own)).headers.get('content-type')).toContain('svg')
  expect((await get('/blog/feed.xml', own)).text).toContain('<entry>')
  await own.stop()
})
