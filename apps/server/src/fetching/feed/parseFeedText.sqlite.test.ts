import { expect, test } from 'vitest'
import { parseFeedText } from './parseFeedText.ts'

const parse = (text: string, url = 'https://site.example/feed') =>
  parseFeedText({ url, bytes: Buffer.from(text) })
const items = (text: string) => parse(text).feed?.items
const rss = (inside: string) => `<rss version="2.0"><channel><title>News</title>${inside}</channel></rss>`

test('entries of RSS have the address of their link, otherwise of a permanent guid or their recording', () => {
  const found = items(
    rss(`<link>https://site.example/</link>
    <item><title>One &amp;amp; two</title><link> /one </link><guid>tag:1</guid><description>&lt;p&gt;Words&lt;/p&gt;</description>
      <pubDate>Tue, 10 Jun 2003 04:00:00 GMT</pubDate></item>
    <item><title>Guid</title><guid>https://site.example/guid</guid></item>
    <item><title>Not one</title><guid isPermaLink="false">https://site.example/never</guid></item>
    <item><title>Number</title><guid>7</guid></item>
    <item><title>Script</title><link>javascript:alert(1)</link></item>
    <item><title>Recording</title><enclosure url="/a.mp3" type="audio/mpeg" length="1"/></item>`),
  )
  expect(found).toEqual([
    {
      key: 'tag:1',
      address: 'https://site.example/one',
      title: 'One & two',
      text: 'Words',
      date: Date.UTC(2003, 5, 10, 4),
    },
    {
      key: 'https://site.example/guid',
      address: 'https://site.example/guid',
      title: 'Guid',
      text: '',
      date: null,
    },
    {
      key: 'https://site.example/a.mp3\nRecording',
      address: 'https://site.example/a.mp3',
      title: 'Recording',
      text: '',
      date: null,
    },
  ])
})

test('reads RSS 1.0, Atom and JSON feeds, the newest entry first', () => {
  const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
    xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="https://site.example/"><title>R</title></channel>
    <item rdf:about="https://site.example/1"><title>Old</title><link>https://site.example/1</link><dc:date>2001-01-01</dc:date></item>
    <item rdf:about="https://site.example/2"><title>New</title><link>https://site.example/2</link><dc:date>2002-01-01</dc:date></item></rdf:RDF>`
  expect(items(rdf)?.map(item => item.title)).toEqual(['New', 'Old'])
  const atom = `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://other.example/x/">
    <title type="html">A &amp;lt; &lt;b&gt;B&lt;/b&gt;</title><link rel="self" href="/self"/>
    <entry><id>tag:1</id><title>Tags &lt;b&gt; in text</title><link rel="self" href="self"/><link href="one"/></entry>
    <entry xml:base="deep/"><id>tag:2</id><title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">a <b>bold</b> word</div></title>
      <link rel="alternate" href="two"/></entry></feed>`
  expect(parse(atom).feed).toMatchObject({
    title: 'A < B',
    items: [
      { key: 'tag:1', address: 'https://other.example/x/one', title: 'Tags <b> in text' },
      { key: 'tag:2', address: 'https://other.example/x/deep/two', title: 'a bold word' },
    ],
  })
  const json = JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'J',
    items: [{ id: 7, external_url: 'https://out.example/', title: '007', content_html: '<p>Words' }],
  })
  expect(items(json)).toMatchObject([
    { key: '7', address: 'https://out.example/', title: '007', text: 'Words' },
  ])
})

test('a page that is no feed names its feeds', () => {
  const page = `<base href="https://site.example/blog/"><link rel="alternate" type="application/rss+xml" title="Posts" href="rss">
    <link rel="ALTERNATE" type="application/atom+xml; charset=utf-8" href="/atom"><link rel="alternate" type="text/html" href="/fr">
    <link rel="alternate" type="application/feed+json" href="javascript:1"><link rel="alternate" type="application/rss+xml" href="rss">`
  expect(parse(page)).toEqual({
    feed: null,
    named: [
      { address: 'https://site.example/blog/rss', title: 'Posts' },
      { address: 'https://site.example/atom', title: '' },
    ],
  })
})

test('S19 does not read a feed with entity declarations, or what is not a feed', () => {
  expect(
    parse(`<!DOCTYPE rss [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${rss('<item><title>&b;</title></item>')}`)
      .feed,
  ).toBeNull()
  for (const text of [
    '',
    '{"a":1}',
    '[]',
    '<html><body>Words',
    '<rss version="2.0"><channel><title>cut off',
    '\0\0',
  ])
    expect(parse(text)).toEqual({ feed: null, named: [] })
  // RSS 0.91 names a document type without declarations.
  const old =
    '<!DOCTYPE rss PUBLIC "-//Netscape//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd">'
  expect(parse(old + rss('<item><link>https://site.example/</link></item>')).feed?.items).toHaveLength(1)
})

test('S19 counts equal entries of a feed with many once, and reads only the first 5,000', () => {
  const entry = (n: number) =>
    `<item><title>${n}</title><link>/${n}</link><guid isPermaLink="false">${n}</guid></item>`
  expect(items(rss(entry(1) + entry(1)))).toHaveLength(1)
  expect(items(rss(Array.from({ length: 6000 }, (_, n) => entry(n)).join('')))).toHaveLength(5000)
})
