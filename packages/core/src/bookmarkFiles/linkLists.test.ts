import { describe, expect, test } from 'vitest'
import { outline, readAll, readingEnd } from './outline.ts'

describe('IO-03 lists of links', () => {
  test('IO-03 lynx: quotes in addresses and titles', () => {
    const text =
      '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">\n\n<html>\n<head>\n<title>Bookmark file</title>\n</head>\n' +
      '<body>\n<p>     You can delete links.<br>\n\n<!--\nNote: if you edit this file\n--></p>\n\n<ol>\n' +
      '<li><a href="https://a.example/?a=1&amp;b="q"">Tom &amp; "Jerry" &lt;x&gt; it\'s</a></li>\n' +
      '<li><a href="https://a.example/same?a=1&amp;b=2"">link &amp; text</a></li>\n</ol></body></html>\n'
    expect(outline(readAll(text))).toEqual([
      'Tom & "Jerry" <x> it\'s <https://a.example/?a=1&b="q">',
      'link & text <https://a.example/same?a=1&b=2">',
    ])
  })

  test('IO-03 w3m: sections are collections', () => {
    const section = (name: string, at: string) =>
      `<h2>${name}</h2>\n<ul>\n<li><a href="https://${at}.example/1">One</a>\n<li><a href="https://${at}.example/2">Two</a>\n<!--End of section (do not delete this comment)-->\n</ul>\n`
    const text = `<html><head><title>Bookmarks</title></head>\n<body>\n<h1>Bookmarks</h1>\n${section('News', 'n')}${section('A & B', 'b')}</body>\n</html>\n`
    expect(outline(readAll(text))).toEqual([
      '+ News',
      '  One <https://n.example/1>',
      '  Two <https://n.example/2>',
      '+ A & B',
      '  One <https://b.example/1>',
      '  Two <https://b.example/2>',
    ])
  })

  test.each([
    [
      '{"guid":"root________","typeCode":2,"type":"text/x-moz-place-container","children":[]}',
      'firefoxBackup',
    ],
    ['mozLz40\0\x10\0\0\0', 'firefoxBackup'],
    ['{\n   "checksum": "a",\n   "roots": {\n      "bookmark_bar": {} } }', 'chromiumProfile'],
    ['[{"href":"https://a.example/"}]', 'json'],
    ['PK\x03\x04\x14\0', 'zip'],
    ['SQLite format 3\0', 'database'],
    ['bplist00\xd1', 'plist'],
    ['<?xml version="1.0"?>\n<opml version="1.0"><body/></opml>', 'opml'],
    ['<?xml version="1.0"?>\n<!DOCTYPE xbel>\n<xbel version="1.0"></xbel>', 'xbel'],
    ['title,url,time_added,tags,status\nA,https://a.example/,1,,unread\n', 'csv'],
    ['- [A & B <c>](https://a.example/?a=1) <!-- TAGS: a -->\n- [B](https://b.example/)\n', 'markdown'],
    ['A & <B>\t\t0\tFE\nA\thttps://a.example/\t1\n', 'elinks'],
    ['A\thttps://a.example/\t1\t\n', 'elinks'],
    ['<?xml version="1.0"?>\n<rss version="2.0"><channel/></rss>', 'feed'],
    ['%PDF-1.7\n', 'pdf'],
    ['https://a.example/\nhttps://b.example/\n', 'addressList'],
    ['<html><body><p>Hello</p></body></html>', undefined],
    ['just text', undefined],
  ])('IO-03 %j is told what it is', (text, kind) => {
    expect(readingEnd(readAll(text))).toMatchObject({ verdict: 'notBookmarks' })
    expect(readingEnd(readAll(text)).fileKind).toBe(kind)
  })
})
