import { describe, expect, test } from 'vitest'
import { outline, readAll, readingEnd } from './outline.testing.ts'

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

  const konqueror = (body: string) =>
    '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/REC-html40/strict.dtd">\n' +
    '<html><head><title>My Bookmarks</title>\n<meta http-equiv="Content-Type" content="text/html; charset=utf-8"></head>\n' +
    `<body>\n<div>${body}</div>\n</body>\n</html>\n`
  const section = (name: string, body: string) =>
    `<b>${name}</b><br>\n<div style="margin-left: 2em">\n${body}</div>\n`

  test('IO-03 Konqueror: sections are collections, and titles and names stay as typed', () => {
    const link = (title: string, at: string) =>
      `<a href="https://${at}.example/?a=1&copy=2">${title}</a><br>\n`
    const inner = section('Web <HTML> & <b>', link('How <a> and <b> work', 'two')) + section('Empty', '')
    const text = konqueror(
      section('News', link('One', 'one') + inner + '--- separator ---<br>\n' + link('Three', 'three')) +
        link('At the end', 'end'),
    )
    const expected = [
      '+ News',
      '  One <https://one.example/?a=1&copy=2>',
      '  + Web <HTML> & <b>',
      '    How <a> and <b> work <https://two.example/?a=1&copy=2>',
      '  + Empty',
      '  Three <https://three.example/?a=1&copy=2>',
      'At the end <https://end.example/?a=1&copy=2>',
    ]
    expect(outline(readAll(text))).toEqual(expected)
    expect(readingEnd(readAll(text))).toMatchObject({ verdict: 'read', links: 4, folders: 3, unclosed: 0 })
    // A file may begin with a link, and a damaged row takes no other row with it.
    const damaged = konqueror(
      `${link('First', 'first')}<a href="https://cut.example/\n${link('Last', 'last')}`,
    )
    expect(outline(readAll(damaged))).toEqual([
      'First <https://first.example/?a=1&copy=2>',
      expect.stringMatching(/^! unclearQuotes /),
      'Last <https://last.example/?a=1&copy=2>',
    ])
    expect(outline(readAll(text.replace('One</a>', 'One')))).toEqual(
      expected.map(line => line.replace('One <', 'One<br> <')),
    )
    expect(readingEnd(readAll(text.replace('REC-html40', 'html4')))).toMatchObject({
      verdict: 'notBookmarks',
    })
  })

  test('IO-03 Konqueror: with addresses below the titles', () => {
    const link = (title: string, at: string) =>
      `${title}<br>\n<i><div style ="margin-left: 1em">https://${at}.example/</div></i>`
    const text = (rows: string) =>
      konqueror(rows + section('News', link('One', 'one') + link('Two & 2', 'two')))
    expect(outline(readAll(text(link('Top', 'top'))))).toEqual([
      'Top <https://top.example/>',
      '+ News',
      '  One <https://one.example/>',
      '  Two & 2 <https://two.example/>',
    ])
    expect(outline(readAll(text('')))).toHaveLength(3)
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
  ])('IO-03 recognises what %j is', (text, kind) => {
    expect(readingEnd(readAll(text))).toMatchObject({ verdict: 'notBookmarks' })
    expect(readingEnd(readAll(text)).fileKind).toBe(kind)
  })
})
