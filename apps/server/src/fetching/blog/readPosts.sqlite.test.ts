import { expect, test } from 'vitest'
import { readPosts } from './readPosts.ts'
import { createWordPressPost } from './wordPress.testing.ts'

const url = 'https://blog.example/wp-json/wp/v2/posts'
const read = (...posts: unknown[]) => readPosts({ url, bytes: Buffer.from(JSON.stringify(posts)) })!
const readOne = (changes: object = {}) => read(createWordPressPost('a-post', changes))[0]

test('MKT-03 a post of WordPress has its title, excerpt, date and featured picture as plain values', () => {
  expect(readOne()).toMatchObject({
    slug: 'a-post',
    title: 'About “a-post” & more',
    excerpt: 'A short … excerpt […]',
    date: Date.UTC(2026, 10, 24, 10, 30),
    image: { address: 'https://pictures.example/large.jpg', alt: 'A large picture' },
  })
})

test('MKT-03 X05 a post keeps headings, lists, quotes, code, pictures, captions and tables, and nothing else', () => {
  const { html } = readOne()!
  const tags = new Set([...html.matchAll(/<(\w+)/g)].map(([, name]) => name))
  expect([...tags].sort()).toEqual(
    (
      'a blockquote cite code details div em figcaption figure h2 img li mark ol p pre strong sub summary sup table tbody ' +
      'td th thead tr ul'
    )
      .split(' ')
      .filter(name => name !== 'sub'),
  )
  const attributes = new Set([...html.matchAll(/ ([\w-]+)="/g)].map(([, name]) => name))
  expect([...attributes].sort()).toEqual(
    ['alt', 'colspan', 'height', 'href', 'id', 'rel', 'src', 'start', 'target', 'width'].sort(),
  )
  const addresses = [...html.matchAll(/ (?:src|href)="([^"]*)"/g)].map(([, address]) => address!)
  expect(addresses.filter(address => !/^(https:\/\/|#article-)/.test(address))).toEqual([])
  expect(html).not.toMatch(/steal|tracker|youtube|Vector|display:none/)
  expect(html).toContain('<a href="https://blog.example/about/"')
  expect(html).toContain('<pre><code>if (a &lt; b) {\n  run()\n}</code></pre>')
  expect(html).toContain('src="https://pictures.example/a.jpg?w=1&amp;h=2"')
  expect(html).toContain('<figcaption>The <em>jetty</em></figcaption>')
  // A lazy picture is there once.
  expect(html.split('https://blog.example/wp-content/b.jpg')).toHaveLength(2)
  // An embed that the site could not resolve becomes a link.
  expect(html).toContain('<a href="https://films.example/watch?v=1&amp;t=2"')
  // Footnotes lead to each other, with ids that the page cannot have.
  expect(html).toContain('<a href="#article-fn-1" id="article-fn-1-link">')
  expect(html).toContain('id="article-links"')
})

test('MKT-03 decodes slugs of other scripts, and leaves out posts without readable content', () => {
  expect(readOne({ slug: '%e6%97%a5%e6%9c%ac' })!.slug).toBe('日本')
  expect(readOne({ content: { rendered: '', protected: true } })).toBeUndefined()
  expect(readOne({ title: { rendered: '' } })!.title).toBe('a-post')
  // The picture was deleted: its embed is the index of the API, or an error.
  for (const media of [
    { name: 'Blog', routes: {} },
    { code: 'rest_post_invalid_id' },
    { source_url: 'javascript:1' },
  ])
    expect(readOne({ _embedded: { 'wp:featuredmedia': [media] } })!.image).toBeNull()
  expect(readOne({ _embedded: undefined })!.image).toBeNull()
  expect(read('text', null, {}, { slug: 7 })).toEqual([])
})

test('MKT-03 does not read what is not a list of posts', () => {
  for (const text of ['', '<rss></rss>', '{"code":"rest_no_route"}', '"text"', '[', '\0'])
    expect(readPosts({ url, bytes: Buffer.from(text) })).toBeNull()
})
