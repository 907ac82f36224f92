import { describe, expect, test } from 'vitest'
import type { LinkRead } from './events.ts'
import { readBookmarkDate } from './dates.ts'
import { readingEnd, outline, readAll } from './outline.testing.ts'
import { createBookmarkReader } from './reader.ts'

const doctype = '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n'
const a = (path: string, title = path) => `<DT><A HREF="https://example.com/${path}">${title}</A>\n`
const link = (events: ReturnType<typeof readAll>, at = 0) =>
  events.filter((event): event is LinkRead => event.kind === 'link')[at]

describe('IO-03 odd and broken files', () => {
  test('IO-03 a file without doctype, in lower case, unquoted, with a byte order mark', () => {
    const text =
      '\ufeff<dl><p><dt><h3 add_date=1700000000>f<dl><dt><a href=https://example.com/x add_date=1700000001>x'
    const events = readAll(text)
    expect(outline(events)).toEqual(['+ f', '  x <https://example.com/x>'])
    expect(events[0]).toMatchObject({ added: 1_700_000_000_000 })
    expect(readingEnd(events)).toMatchObject({ verdict: 'read', unclosed: 1 })
  })

  test('IO-03 a truncated file: reads complete rows, closes and counts open folders', () => {
    const text = `${doctype}<DL><p><DT><H3>One</H3><DL><p>${a('1')}<DT><H3>Two</H3><DL><p>${a('2')}<DT><A HREF="https://exam`
    const events = readAll(text)
    expect(outline(events)).toEqual([
      '+ One',
      '  1 <https://example.com/1>',
      '  + Two',
      '    2 <https://example.com/2>',
    ])
    expect(events.filter(event => event.kind === 'folderEnd')).toHaveLength(2)
    expect(readingEnd(events).unclosed).toBe(2)
  })

  test('IO-03 a file that closes more lists than it opens', () => {
    const events = readAll(`${doctype}<DL><p>${a('1')}</DL></DL></DL><DL>${a('2')}</DL>`)
    expect(outline(events)).toEqual(['1 <https://example.com/1>', '2 <https://example.com/2>'])
  })

  test('IO-03 reads the last note of a folder and of the file', () => {
    const events = readAll(
      `${doctype}<DL><p><DT><H3>F</H3><DL><p>${a('1')}<DD>first</DL><p>${a('2')}<DD>last`,
    )
    expect(link(events, 0)?.note).toBe('first')
    expect(link(events, 1)?.note).toBe('last')
  })

  test('IO-03 notes with several lines, markup, a link, and a character reference for a space', () => {
    const events = readAll(
      `${doctype}<DL><p>${a('1')}<DD>\r\n one<br>two<p>three &lt;b&gt; <b>bold</b> <a href="https://x.example/">there</a>\r\n\r\n  - four&#32;\r\n${a('2')}`,
    )
    expect(link(events)?.note).toBe('one\ntwo\nthree <b> bold there\n\n  - four ')
    expect(outline(events)).toHaveLength(2)
  })

  test('IO-03 titles: joins wrapped lines, keeps intended white space, and reads tags as text', () => {
    const title = (text: string) => link(readAll(`${doctype}<DL>${a('x', text)}</DL>`))?.title
    expect(title('\n   two\n   lines  \n')).toBe('two lines')
    expect(title('two  spaces')).toBe('two  spaces')
    expect(title('&#32;edge&#10;')).toBe(' edge\n')
    expect(title('List<String> & <R&D>')).toBe('List<String> & <R&D>')
    expect(title('<b>bold</b> &eacute;&nbsp;&#x1F680; &bogus; &amp;amp;')).toBe(
      '<b>bold</b> é\u00a0🚀 &bogus; &amp;',
    )
    expect(title('   ')).toBe('https://example.com/x')
    expect(title('\u3000全角\u3000')).toBe('\u3000全角\u3000')
  })

  test.each(['textarea', 'script', 'style', 'title', 'plaintext', 'xmp', 'iframe'])(
    'IO-03 an unescaped <%s> in a title does not swallow the rows after it',
    tag => {
      const events = readAll(`${doctype}<DL><p>${a('1', `The <${tag}> tag`)}${a('2')}</DL>`)
      expect(outline(events)).toEqual([
        `The <${tag}> tag <https://example.com/1>`,
        '2 <https://example.com/2>',
      ])
    },
  )

  test('IO-03 an empty folder, a folder without its list, a folder without name', () => {
    const events = readAll(
      `${doctype}<DL><p><DT><H3>Empty</H3><DL></DL><DT><H3>Bare</H3>${a('1')}<DT><H3></H3><DL>${a('2')}</DL></DL>`,
    )
    expect(outline(events)).toEqual([
      '+ Empty',
      '+ Bare',
      '1 <https://example.com/1>',
      '+ ',
      '  2 <https://example.com/2>',
    ])
  })

  test.each([
    ['', 'empty'],
    [' \n\t', 'empty'],
    ['{"version":1,"roots":{}}', 'notBookmarks'],
    [
      '<!DOCTYPE html><html><body><div><h1>Hello</h1><ul><li><a href="https://x.example/">x</a></ul></div></body></html>',
      'notBookmarks',
    ],
    [
      '<html><body><nav></nav><dl><dt><a href="/term">Term</a></dt><dd>Meaning</dd></dl></body></html>',
      'notBookmarks',
    ],
    ['<?xml version="1.0"?><opml><body><outline text="a"/></body></opml>', 'notBookmarks'],
    ['\u0000\u0001PK\u0003\u0004 binary', 'notBookmarks'],
    ['https://example.com/\nhttps://example.org/', 'notBookmarks'],
  ])('IO-03 %j is %s', (text, verdict) => {
    const events = readAll(text)
    expect(events).toHaveLength(1)
    expect(readingEnd(events)).toMatchObject({ verdict, links: 0, folders: 0 })
  })

  test('IO-03 recognises a bookmark file without bookmarks as a bookmark file', () => {
    expect(readingEnd(readAll(`${doctype}<DL><p></DL>`))).toMatchObject({ verdict: 'read', links: 0 })
  })
})

describe('IO-03 dates', () => {
  test.each([
    ['1700000000', 1_700_000_000_000],
    ['1700000000123', 1_700_000_000_123],
    ['1700000000123456', 1_700_000_000_123],
    ['1700000000123456789', 1_700_000_000_123],
    ['13344473600000000', 1_700_000_000_000],
    ['13344473600', 1_700_000_000_000],
    ['1700000000.75', 1_700_000_000_750],
    ['2023-11-14T22:13:20Z', 1_700_000_000_000],
    ['0', null],
    ['1', null],
    ['-5', null],
    ['', null],
    ['yesterday', null],
    ['99999999999999999999999', null],
    [undefined, null],
  ])('IO-03 %j is %j', (text, expected) => {
    expect(readBookmarkDate(text)).toBe(expected)
  })

  test('IO-03 rejects a date after tomorrow', () => {
    const now = 1_700_000_000_000
    expect(readBookmarkDate('1700050000', now)).toBe(1_700_050_000_000)
    expect(readBookmarkDate('1800000000', now)).toBeNull()
  })
})

describe('I06 malicious rows', () => {
  test('I06 reports bad rows with reason and line, and reads the good rows', () => {
    const rows = [
      '<DT><A HREF="javascript:alert(1)">script</A>',
      '<DT><A HREF="java&#9;script:alert(1)">disguised</A>',
      '<DT><A HREF="&#1;data:text/html,x">data</A>',
      '<DT><A HREF="">empty</A>',
      '<DT><A NAME="x">none</A>',
      '<DT><A HREF="?lY47tw">relative</A>',
      `<DT><A HREF="https://example.com/${'x'.repeat(9000)}">long</A>`,
      '<DT><A HREF="https://good.example/">good</A>',
      '<DT><A HREF="good.example/bare">bare</A>',
    ]
    const events = readAll(`${doctype}<DL>\n${rows.join('\n')}\n</DL>`)
    expect(outline(events)).toEqual([
      '! javascript: script',
      '! javascript: disguised',
      '! data: data',
      '! empty empty',
      '! empty none',
      '! notAnAddress relative',
      '! tooLong long',
      'good <https://good.example/>',
      'bare <http://good.example/bare>',
    ])
    expect(events.slice(0, 9).map(event => ('row' in event ? [event.row, event.line] : null))).toEqual(
      rows.map((_, i) => [i + 1, i + 3]),
    )
    expect(readingEnd(events)).toMatchObject({ links: 2, leftOut: 3, bad: 4 })
    expect(events[6]).toMatchObject({ address: expect.stringMatching(/^.{200}$/) })
  })

  test('I06 ignores invalid values in Nestmark attributes', () => {
    const row = (attributes: string) =>
      link(readAll(`${doctype}<DL><DT><A HREF="https://example.com/" ${attributes}>x</A></DL>`))
    expect(
      row('NM_CATEGORY="9" NM_SUBCATEGORY="<script>" NM_CHECKLIST="{" NM_TAGS="[1]" TAGS="t" NM_ADDED="x"'),
    ).toMatchObject({
      category: null,
      subCategory: null,
      checklist: [],
      tags: ['t'],
      added: null,
    })
    expect(
      row(
        'NM_CHECKLIST="[null,{&quot;text&quot;:1},{&quot;text&quot;:&quot;a&quot;}]" NM_IMAGE="javascript:1"',
      ),
    ).toMatchObject({
      checklist: [{ text: 'a', done: false }],
      image: '',
    })
    expect(row('__proto__="x" constructor="y" NM_X___PROTO__="z"')?.title).toBe('x')
  })
})

describe('I02 deep and huge files', () => {
  test('I02 flattens and reports folders below the deepest level', () => {
    const open = (n: number) => `<DT><H3>L${n}</H3><DL><p>${a(String(n))}`
    const levels = Array.from({ length: 6 }, (_, i) => i + 1)
    const text = `${doctype}<DL><p>${levels.map(open).join('')}${levels.map(n => `</DL>${a(`after${n}`)}`).join('')}</DL>`
    expect(outline(readAll(text, { maxDepth: 3 }))).toEqual([
      '+ L1',
      '  1 <https://example.com/1>',
      '  + L2',
      '    2 <https://example.com/2>',
      '    + L3',
      '      3 <https://example.com/3>',
      '      ~ L4',
      '      4 <https://example.com/4>',
      '      ~ L5',
      '      5 <https://example.com/5>',
      '      ~ L6',
      '      6 <https://example.com/6>',
      '      after1 <https://example.com/after1>',
      '      after2 <https://example.com/after2>',
      '      after3 <https://example.com/after3>',
      '    after4 <https://example.com/after4>',
      '  after5 <https://example.com/after5>',
      'after6 <https://example.com/after6>',
    ])
  })

  const feed = (piece: string, times: number) => {
    const reader = createBookmarkReader()
    let events = reader.write(doctype).length
    for (let i = 0; i < times; i++) events += reader.write(piece).length
    const end = reader.end()
    return { events: events + end.length, end: readingEnd(end) }
  }

  test('I02 300,000 open folders take linear time', () => {
    const { end } = feed('<DT><H3>x</H3><DL><p>'.repeat(1000), 300)
    expect(end).toMatchObject({ folders: 100, flattened: 299_900, unclosed: 100 })
  })

  test('I02 300,000 sibling folders with unclosed <p> and <DT> use no stack', () => {
    const { end } = feed('<DT><H3>x</H3><DL><p></DL><p>'.repeat(1000), 300)
    expect(end).toMatchObject({ folders: 300_000, flattened: 0, unclosed: 0 })
  })

  test.each([
    ['a title without an end', '<DT><A HREF="https://example.com/">', 'x'.repeat(100_000)],
    ['spaces without an end', '<DT><A HREF="https://example.com/">', ' '.repeat(100_000)],
    ['an attribute without an end', '<DT><A HREF="', 'x'.repeat(100_000)],
    ['a picture without an end', '<DT><A ICON="', 'x'.repeat(100_000)],
    ['a tag name without an end', '<', 'x'.repeat(100_000)],
    ['a reference without an end', '<DT><A HREF="https://example.com/">&#', '0'.repeat(100_000)],
    ['a comment without an end', '<!--', '-'.repeat(100_000)],
    ['brackets without an end', '<DT><A HREF="https://example.com/">', '<'.repeat(100_000)],
    ['ampersands without an end', '<DT><A HREF="https://example.com/">', '&'.repeat(100_000)],
    ['empty rows without an end', '', '<DT><A>'.repeat(10_000)],
  ])(
    'I02 6 MB of %s',
    (_, start, piece) => {
      const reader = createBookmarkReader()
      reader.write(doctype + start)
      // Quadratic time would exceed the time limit of the test.
      for (let i = 0; i < 60; i++) reader.write(piece)
      expect(readingEnd(reader.end()).verdict).toBe('read')
    },
    60_000,
  )
})
