import { describe, expect, test } from 'vitest'
import { cleanText } from './cleanText.ts'
import { readOEmbed, readMetadata } from './readMetadata.ts'
import { htmlToText } from './htmlToText.ts'

const url = 'https://site.example/a/page?x=1'
const read = (html: string) => readMetadata({ url, bytes: Buffer.from(html), read: 'markup' })
const [og, twitter, ld] = [0, 1, 2].map(at => (html: string) => read(html).declared[at]!) as [
  (html: string) => ReturnType<typeof read>['visible'],
  (html: string) => ReturnType<typeof read>['visible'],
  (html: string) => ReturnType<typeof read>['visible'],
]
const seen = (html: string) => read(html).visible
const script = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`

describe('SCRP-05 Open Graph', () => {
  test('SCRP-05 its properties, entities and relative pictures', () => {
    const claims = og(`<head><base href="/b/">
      <meta property="og:title" content="Tom &amp; &quot;Jerry&quot;"><meta property="OG:Description" content=" a
      b ">
      <meta property="og:image" content="pic.png"><meta property="og:site_name" content="Site">
      <meta property="og:url" content="https://site.example/canonical"><meta property="og:locale" content="de_AT">
      <meta property="article:tag" content="one"><meta property="article:tag" content="two">`)
    expect(claims).toEqual({
      title: 'Tom & "Jerry"',
      description: 'a b',
      images: ['https://site.example/b/pic.png'],
      canonical: 'https://site.example/canonical',
      siteName: 'Site',
      keywords: ['one', 'two'],
      lang: 'de-AT',
    })
  })
  test('SCRP-05 accepts name in place of property, the first wins, and ignores an empty one', () => {
    const html = `<meta name="og:title" content=" "><meta name="og:title" content="One">
      <meta property="og:title" content="Two">`
    expect(og(html).title).toBe('One')
  })
  test('S08 X01 accepts only http and https addresses', () => {
    for (const address of [
      'javascript:alert(1)',
      'data:image/png;base64,x',
      'file:///x',
      'ftp://a.b/x',
      'http://',
    ]) {
      const claims = og(
        `<meta property=og:image content="${address}"><meta property=og:url content="${address}">`,
      )
      expect(claims.images).toEqual([])
      expect(claims.canonical).toBeUndefined()
    }
    expect(og('<meta property=og:image content="//u:p@c.d/x">').images).toEqual(['https://c.d/x'])
    expect(og(`<meta property=og:image content="/${'x'.repeat(3000)}">`).images).toEqual([])
  })
})

test('SCRP-05 a Twitter card, by name and by property', () => {
  const claims =
    twitter(`<meta name="twitter:title" content="Card"><meta property="twitter:description" content="D">
    <meta name="twitter:image:src" content="/i.jpg">`)
  expect(claims).toEqual({ title: 'Card', description: 'D', images: ['https://site.example/i.jpg'] })
})

describe('SCRP-05 JSON-LD', () => {
  test('SCRP-05 an article: headline, list of pictures, publisher, keywords', () => {
    const article = {
      '@type': 'NewsArticle',
      headline: 'Head &amp; line',
      name: 'Name',
      description: '<b>De</b>scription',
      image: [{ '@type': 'ImageObject', url: '/1.jpg' }, 'https://c.d/2.jpg'],
      keywords: 'a, b',
      publisher: { name: 'Paper' },
      inLanguage: 'en-GB',
    }
    expect(ld(script(article))).toMatchObject({
      title: 'Head & line',
      description: 'Description',
      images: ['https://site.example/1.jpg', 'https://c.d/2.jpg'],
      siteName: 'Paper',
      keywords: ['a', ' b'],
      lang: 'en-GB',
    })
  })
  test('SCRP-05 a graph: skips secondary types, and resolves a picture by reference', () => {
    const graph = [
      { '@type': 'Organization', name: 'Firm', logo: '/l.png' },
      { '@type': 'BreadcrumbList', name: 'Crumbs' },
      { '@type': ['WebPage', 'CollectionPage'], name: 'Page' },
      { '@type': 'Product', name: 'Gadget', image: { '@id': '#pic' } },
      { '@type': 'ImageObject', '@id': '#pic', contentUrl: 'https://c.d/p.png' },
    ]
    const claims = ld(script({ '@context': 'https://schema.org', '@graph': graph }))
    expect(claims).toMatchObject({ title: 'Gadget', images: ['https://c.d/p.png'] })
  })
  test('SCRP-05 a list at the top, a type by address, line breaks in strings, and broken scripts next to it', () => {
    const html = `<script type='application/ld+json'>{broken</script><script type="application/ld+json; charset=utf-8">
      [{"@type":"http://schema.org/VideoObject","url":"https://site.example/a/page?x=1","name":"Two
      lines","thumbnailUrl":["https://c.d/t.jpg"]}]</script>`
    expect(ld(html)).toMatchObject({ title: 'Two lines', images: ['https://c.d/t.jpg'] })
  })
  test('SCRP-05 ignores nodes about the site or another page', () => {
    const types =
      'AutoRepair Bakery BreadcrumbList Dentist Event FAQPage Hotel HowTo LocalBusiness MusicGroup Offer Organization ' +
      'Person Place Question Restaurant Review Service SoftwareApplication Store VideoObject WebPage WebSite'
    for (const type of types.split(' ')) {
      const node = { '@type': type, name: 'Example Bakery', description: 'All about us', image: '/logo.png' }
      expect(ld(script(node))).toEqual({})
      const home = {
        ...node,
        '@id': `${url}#it`,
        url: '/',
        mainEntityOfPage: { '@id': 'https://site.example/' },
      }
      expect(ld(script(home))).toEqual({})
    }
    expect(ld(script(['One', 'Two'].map(name => ({ '@type': 'Product', name }))))).toEqual({})
  })
  test.each(['url', 'mainEntityOfPage'])(
    'SCRP-05 ignores an article or product whose %s is another page',
    key => {
      for (const type of ['NewsArticle', 'Product']) {
        const read = (address: string, more = '') =>
          ld(script({ '@type': type, name: 'It', [key]: address }) + more).title
        expect(read('/a/latest')).toBeUndefined()
        expect(read('https://shop.example/a/page')).toBeUndefined()
        expect(read('/a/page?variant=2')).toBe('It')
        expect(read('/a/latest', '<link rel="canonical" href="/a/latest">')).toBe('It')
      }
    },
  )
  test.each([
    ['url', '/a/page?x=1&utm_source=feed'],
    ['@id', url],
    ['mainEntityOfPage', `${url}#webpage`],
    ['mainEntityOfPage', { '@type': 'WebPage', '@id': url }],
  ])('SCRP-05 uses a node of any type when its %s is the address of the page', (key, value) => {
    const other = { '@type': 'Article', headline: 'Another' }
    expect(ld(script([other, { '@type': 'Event', name: 'Concert', [key]: value }])).title).toBe('Concert')
  })
  test('S19 reads malicious graphs quickly', () => {
    const deep = `<script type="application/ld+json">${'['.repeat(400_000)}</script>`
    const wide = script(Array.from({ length: 10_000 }, () => ({ name: 'n', '@type': 'Article' })))
    const values = script({
      '@type': 'Article',
      headline: { a: 1 },
      name: [null, 7, 'List'],
      image: [null, { url: 4 }, [['x']]],
    })
    expect(ld(deep).title).toBeUndefined()
    expect(ld(wide).title).toBe('n')
    expect(ld(values)).toMatchObject({ title: 'List', images: [] })
  })
})

describe('SCRP-05 pages without structured metadata', () => {
  test('SCRP-05 title element, description, keywords, canonical, language', () => {
    const html = `<!doctype html><html lang="fr"><head><title> A
      title </title><meta name="Description" content="Text"><meta name=keywords content="a, b; c">
      <link rel="Canonical" href="/canonical"><link rel="image_src" href="/i.png"></head>`
    expect(seen(html)).toMatchObject({
      title: 'A title',
      description: 'Text',
      images: ['https://site.example/i.png'],
      canonical: 'https://site.example/canonical',
      lang: 'fr',
    })
    expect(seen(html).keywords).toEqual(['a', ' b', ' c'])
  })
  test('SCRP-05 a heading instead of a title, the first sensible paragraph, the first large picture', () => {
    const html = `<svg><title>Icon</title></svg><h1>The <em>only</em> heading<style>.x{}</style></h1>
      <nav><p>Navigation that is quite long but says nothing about what the page is about.</p></nav>
      <p>This site uses cookies to make your experience on this site better.</p><p>By me</p>
      <article><p>The first sentence <b>of the text</b>, which says what it is about.<p>The second one.</article>
      <img src="logo.png" width=600><img src="small.png" width=20 height=20><img src=large.png width=640 height=400>`
    expect(seen(html)).toMatchObject({
      title: 'The only heading',
      description: 'The first sentence of the text, which says what it is about.',
      images: ['https://site.example/a/large.png'],
    })
  })
  test('SCRP-05 does not take a title, heading, paragraph, meta or link element in noscript or template as that of the page', () => {
    for (const name of ['noscript', 'template']) {
      const part = (inside: string) => `<${name}>${inside}</${name}>`
      expect(seen(`${part('<title>Turn it on</title>')}<title>Page</title>`).title).toBe('Page')
      expect(seen(`${part('<h1>Turn it on</h1>')}<h1>Page</h1>`).title).toBe('Page')
      const elsewhere = '<meta name="description" content="Turn it on"><link rel="canonical" href="/no-js">'
      expect(seen(part(elsewhere))).toMatchObject({ description: '', canonical: undefined })
      const text = 'A paragraph that is long enough to be a description of the page.'
      expect(seen(`${part(`<p>This is shown ${text}`)}<p>${text}`).description).toBe(text)
    }
  })
  test('SCRP-05 an empty page has no metadata', () => {
    for (const html of ['', ' ', '<', '<html>', '\0\0\0', '<title></title>', '<title> </title><p></p>'])
      expect(seen(html).title).toBe('')
    expect(seen('<title>never closed').title).toBe('never closed')
  })
})

test('SCRP-05 an oEmbed response, without its HTML', () => {
  const answer = {
    type: 'video',
    title: 'It&#8217;s',
    thumbnail_url: '/t.jpg',
    html: '<script>alert(1)</script>',
  }
  expect(readOEmbed(JSON.stringify(answer), url)).toEqual({
    title: 'It’s',
    description: '',
    images: ['https://site.example/t.jpg'],
    siteName: '',
  })
  const photo = { type: 'photo', url: 'https://c.d/p.jpg' }
  expect(readOEmbed(JSON.stringify(photo), url).images).toEqual(['https://c.d/p.jpg'])
  for (const broken of ['', '<xml/>', 'null', '[]', '"x"', '{"title":{"a":1}}'])
    expect(readOEmbed(broken, url).title ?? '').toBe('')
  const link = '<link rel="alternate" type="application/json+oembed" href="/oembed?url=x&amp;format=json">'
  expect(read(link).oEmbed).toBe('https://site.example/oembed?url=x&format=json')
  expect(read('<link rel=alternate type="text/xml+oembed" href="/x">').oEmbed).toBeUndefined()
})

test('S19 parsing stops after 100,000 elements or 1,000 levels, and returns what it found', () => {
  const around = (filling: string) =>
    seen(`<title>Found</title>${filling}<meta name="description" content="Late">`)
  for (const filling of ['<br>'.repeat(99_000), '<div>'.repeat(900), '<div></div>'.repeat(49_000)])
    expect(around(filling)).toMatchObject({ title: 'Found', description: 'Late' })
  for (const filling of ['<br>'.repeat(100_001), '<div>'.repeat(1001)])
    expect(around(filling)).toMatchObject({ title: 'Found', description: '' })
})

describe('X03 texts', () => {
  test('X03 removes control characters, bidi marks and overrides, and invisible characters', () => {
    const hostile = 'a\u0000b\u001bc\u0085d\u202ee\u2066f\u200eg\u200bh\ufeffi\u00adj\u2028k\tl\u061cm'
    expect(cleanText(hostile, 500)).toBe('abcdefgh ij k lm')
    const html = `<title>safe\u202egnp.exe&#x202e;&#8238;</title><meta property="og:title" content="x\u2067y&#0;">`
    expect(seen(html).title).toBe('safegnp.exe')
    expect(og(html).title).toMatch(/^xy\ufffd?$/)
    expect(cleanText('می‌خواهم 👨‍👩‍👧', 500)).toBe('می‌خواهم 👨‍👩‍👧')
  })
  test('X03 limits titles to 500, descriptions to 2,000, without splitting a character', () => {
    const html = `<title>${'x'.repeat(9999)}</title><meta name=description content="${'😀'.repeat(3000)}">`
    expect(seen(html).title).toHaveLength(500)
    const { description = '' } = seen(html)
    expect(description.length).toBeLessThanOrEqual(2000)
    expect(description.length).toBeGreaterThan(1990)
    expect(description.isWellFormed()).toBe(true)
    expect(cleanText('\ud800x\udc00', 10)).toBe('')
    expect(cleanText('text \ud800x', 10)).toBe('text \ufffdx')
  })
  test('X03 treats markup in a title as text', () => {
    expect(seen('<title>&lt;script&gt;alert(1)&lt;/script&gt;</title>').title).toBe(
      '<script>alert(1)</script>',
    )
    expect(htmlToText('a &lt; b <script>x')).toBe('a < b x')
  })
  test('F13 does not take undecodable text as a title', () => {
    expect(cleanText('\ufffd\ufffd\ufffd', 500)).toBe('')
    expect(seen('<title>\ufffd\ufffd \ufffd</title><h1>Heading</h1>').title).toBe('Heading')
  })
  test('X03 only strings become text', () => {
    for (const value of [undefined, null, 1, {}, ['x']]) expect(cleanText(value, 10)).toBe('')
  })
})
