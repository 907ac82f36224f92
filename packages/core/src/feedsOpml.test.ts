import { expect, test } from 'vitest'
import { describeEvents, readFile } from './bookmarkFormats/formats.testing.ts'
import { toFeedsOpml } from './feedsOpml.ts'

const at = Date.UTC(2026, 0, 2, 3, 4, 5)
const feed = (path: string[], title: string, tag: string | null = null) => ({
  path,
  address: `https://feeds.example/?of=${path.length}&copy=1`,
  title,
  tag,
})

test('IO-02 feeds are an OPML 2.0 subscription list with a folder for each collection', () => {
  const text = toFeedsOpml([feed(['News'], 'Herons & "reeds"', 'a, b'), feed([], '')], at)
  expect(text).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<opml version="2.0">
  <head>
    <title>Nestmark</title>
    <dateCreated>Fri, 02 Jan 2026 03:04:05 GMT</dateCreated>
  </head>
  <body>
    <outline type="rss" text="https://feeds.example/?of=0&#38;copy=1" title="https://feeds.example/?of=0&#38;copy=1" xmlUrl="https://feeds.example/?of=0&#38;copy=1"/>
    <outline text="News" title="News">
      <outline type="rss" text="Herons &#38; &#34;reeds&#34;" title="Herons &#38; &#34;reeds&#34;" xmlUrl="https://feeds.example/?of=1&#38;copy=1" category="a  b"/>
    </outline>
  </body>
</opml>
`)
})

test('IO-02 IO-03 the import reads the feeds back as links in their collections', async () => {
  const feeds = [
    feed(['Food', 'Bread'], 'Rye'),
    feed(['Food & <more>'], 'More'),
    feed(['Food'], 'First', 'eat'),
    feed(['Food', 'Bread', 'Sour'], 'Old\u0001'),
    feed(['Food'], 'Second'),
    feed([], 'Top'),
  ]
  expect(describeEvents(await readFile(toFeedsOpml(feeds, at)))).toEqual([
    '= opml',
    'Top <https://feeds.example/?of=0&copy=1>',
    '+ Food',
    '  First <https://feeds.example/?of=1&copy=1> #eat',
    '  Second <https://feeds.example/?of=1&copy=1>',
    '  + Bread',
    '    Rye <https://feeds.example/?of=2&copy=1>',
    '    + Sour',
    '      Old <https://feeds.example/?of=3&copy=1>',
    '+ Food & <more>',
    '  More <https://feeds.example/?of=1&copy=1>',
  ])
  expect(describeEvents(await readFile(toFeedsOpml([], at)))).toEqual(['= opml'])
})
