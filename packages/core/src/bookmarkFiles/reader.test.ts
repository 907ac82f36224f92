import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { LinkRead } from './events.ts'
import { readingEnd, outline, readAll } from './outline.testing.ts'
import { createBookmarkReader, readBookmarkFile } from './reader.ts'

// Written manually after the publicly known output of each program.
const fixture = (name: string) => readFileSync(new URL(`./fixtures/${name}.html`, import.meta.url), 'utf8')
const links = (name: string): LinkRead[] => readAll(fixture(name)).filter(event => event.kind === 'link')

describe('IO-03 files of other programs', () => {
  test('IO-03 Chrome: folders, entities, bare ampersands, a date counted from 1601, an empty title', () => {
    const events = readAll(fixture('chrome'))
    expect(outline(events)).toEqual([
      '+ Bookmarks bar',
      "  Example & Friends 'quoted' <https://example.com/?a=1&b=2&copy=3>",
      '  + Dev Tools',
      '    日本語の資料 🚀 <https://developer.example.org/>',
      '    ! javascript: Bookmarklet',
      '    ! chrome: Settings',
      '  + Empty',
      'https://other.example.net/ <https://other.example.net/>',
    ])
    expect(events[0]).toMatchObject({
      role: 'toolbar',
      added: 1_700_000_000_000,
      changed: 1_700_000_001_000,
      line: 9,
    })
    expect(events[1]).toMatchObject({ added: 1_700_000_002_000, changed: null, row: 1, line: 11 })
    expect(links('chrome')[1]?.added).toBe(1_700_000_005_000)
    expect(readingEnd(events)).toMatchObject({
      verdict: 'read',
      links: 3,
      folders: 3,
      leftOut: 2,
      bad: 0,
      unclosed: 0,
    })
  })

  test('IO-03 Firefox: notes of links and folders, tags, keyword; skips queries', () => {
    const events = readAll(fixture('firefox'))
    expect(outline(events)).toEqual([
      '! place: Recent Tags',
      'Mozilla – Übersicht <https://www.mozilla.example/> #github #web dev #парсер',
      '+ Bookmarks Toolbar',
      '  Toolbar <https://toolbar.example/>',
      '+ Other Bookmarks',
      '  ! about: Configuration',
      '  Last <https://last.example/>',
    ])
    expect(events[1]).toMatchObject({ keyword: 'moz', note: "A note that you're reading, <and> more" })
    expect(events[2]).toMatchObject({
      role: 'toolbar',
      note: 'Add bookmarks to this folder to see them displayed on the Bookmarks Toolbar',
    })
    expect(links('firefox').map(link => link.note)).toEqual([
      "A note that you're reading, <and> more",
      '',
      'The last note, at the end of a folder',
    ])
  })

  test('IO-03 Safari: folders without an enclosing list, and the reading list', () => {
    const events = readAll(fixture('safari'))
    expect(outline(events)).toEqual([
      '+ Favorites',
      '  Favourite & Co <https://favourite.example/>',
      '  + Work',
      '    Guide <https://work.example/guide>',
      '+ Bookmarks Menu',
      'Loose <https://loose.example/>',
      '+ Reading List',
      '  Read one <https://read.example/one>',
      '  Read two <https://read.example/two>',
    ])
    expect(events.filter(event => event.kind === 'folder').at(-1)).toMatchObject({ role: 'readingList' })
    expect(links('safari')[3]?.note).toBe('A preview line')
  })

  test('IO-03 Edge and Internet Explorer', () => {
    expect(outline(readAll(fixture('edge')))).toEqual([
      '+ Favorites bar',
      '  + IT (information technology)',
      '    Chat <https://example.com/chat>',
      '  ! edge: Favorites',
      '+ Other favorites',
      '  Search <https://search.example/>',
    ])
    expect(outline(readAll(fixture('internetExplorer')))).toEqual([
      '+ Comics',
      '  Web Designer <http://comics.example/?id=19971206>',
      'Letters <http://letters.example/>',
    ])
  })

  test('IO-03 Pocket: headings are folders; dates and tags in lower case', () => {
    const events = readAll(fixture('pocket'))
    expect(outline(events)).toEqual([
      '+ Unread',
      '  Example.net <https://example.net/>',
      '  Tagged & kept <https://example.org/#test> #tag1 #two words #日本語',
      '  ! ftp: ',
      '+ Read Archive',
      '  https://example.org/read <https://example.org/read>',
    ])
    expect(links('pocket')[0]?.added).toBe(1_684_913_522_000)
  })

  test('IO-03 Pocket variants: the heading inside the list, no title', () => {
    const row = '<li><a href="https://a.example/" time_added="1684913522" tags="x">A</a>'
    const expected = ['+ Unread', '  A <https://a.example/> #x', '+ Archive', '  A <https://a.example/> #x']
    const inside = `<title>Pocket Export</title><ul><h1>Unread</h1>${row}</ul><ul><h1>Archive</h1>${row}</ul>`
    expect(outline(readAll(inside))).toEqual(expected)
    const untitled = `<h1>Unread</h1><ul>${row}</ul><h1>Archive</h1><ul>${row}</ul>`
    expect(outline(readAll(untitled))).toEqual(expected)
  })

  test('IO-03 Instapaper', () => {
    expect(outline(readAll(fixture('instapaper')))).toEqual([
      '+ Unread',
      '  A long read <https://example.com/long-read>',
      '  A longer read <https://example.com/longer-read>',
      '+ Archive',
      '  Done <https://example.com/done>',
    ])
  })

  test('IO-03 Raindrop: tags with spaces, cover, favourite; a date of 0 means none', () => {
    const events = readAll(fixture('raindrop'))
    expect(outline(events)).toEqual([
      '+ Speed Dial',
      '+ Unsorted',
      '  89 books <https://books.example/person> #Read Later #books #fun',
      '  Plain <https://plain.example/>',
      '  + Nested',
      '    Nested link <https://nested.example/>',
    ])
    expect(events[0]).toMatchObject({ added: null, changed: null })
    expect(links('raindrop')[0]).toMatchObject({
      favourite: true,
      image: 'https://books.example/cover.png',
      note: '(Updated 2020) The most up to date list.\nSecond line.',
    })
    expect(links('raindrop')[1]).toMatchObject({ favourite: false, image: '', tags: [] })
  })

  test('IO-03 Pinboard, Diigo and Delicious: tags, privacy, reading later, notes', () => {
    expect(links('pinboard').map(link => [link.tags, link.isPrivate, link.toRead])).toEqual([
      [['c', 'c++'], false, false],
      [['windows-dev'], true, false],
      [['performance', 'tools', 'toread'], true, true],
    ])
    expect(links('pinboard')[1]?.note).toMatch(/^Monitor file system.*in real-time\.$/)
    expect(links('diigo')[0]).toMatchObject({
      address: 'https://research.example/paper?x=1&y=2',
      tags: ['research', 'no_tag', 'citizen science'],
      note: 'First thought.\n    - quoted line',
    })
    expect(links('delicious').map(link => link.note)).toEqual([
      'Export your bookmarks to an HTML file',
      '',
      '"Hello!"',
    ])
    expect(links('delicious')[2]?.address).toBe(
      'http://art.example/Mine-302477240?q=in%3Ascraps%20sort%3Atime&qo=1',
    )
  })

  test('IO-03 privacy and reading later in all spellings of exporters', () => {
    const read = (attributes: string) => {
      const row = `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><A HREF="https://a.example/" ${attributes}>A</A></DL>`
      const [link] = readAll(row)
      return link?.kind === 'link' ? [link.isPrivate, link.toRead] : null
    }
    for (const set of [
      '1',
      '"1"',
      "'1'",
      ' " 1 "',
      'true',
      'TRUE',
      't',
      'yes',
      'Y',
      'on',
      'ok',
      'one',
      '+',
      'private',
    ]) {
      expect.soft(read(`PRIVATE=${set}`), set).toEqual([true, null])
      expect.soft(read(`SHARED=${set}`), set).toEqual([false, null])
      expect.soft(read(`TOREAD=${set}`), set).toEqual([null, true])
    }
    for (const unset of ['0', 'false', 'no', 'off', 'n', '-']) {
      expect.soft(read(`PRIVATE=${unset}`), unset).toEqual([false, null])
      expect.soft(read(`PUBLIC=${unset}`), unset).toEqual([true, null])
      expect.soft(read(`TOREAD=${unset}`), unset).toEqual([null, false])
    }
    expect(read('PRIVATE="" TOREAD')).toEqual([null, null])
  })

  test('IO-03 linkding and Karakeep', () => {
    expect(links('linkding').map(link => link.note)).toEqual([
      'A description\n\nSome *notes*\nin two lines',
      'Only notes',
    ])
    expect(links('linkding')[0]).toMatchObject({
      title: 'One <1>',
      address: 'https://one.example/?a=1&b=2',
      toRead: true,
    })
    expect(links('karakeep')[0]).toMatchObject({ tags: ['self-hosted', 'read it'], added: 1_718_000_000_000 })
  })
})

describe('chunks', () => {
  const names = ['chrome', 'firefox', 'safari', 'pocket', 'instapaper', 'raindrop', 'pinboard', 'linkding']

  const tagged = (head: string, tags: string) => {
    const row = `<DT><A HREF="http://example.org/" ADD_DATE="1700000000" TAGS="${tags}">shaarli</A>`
    const [link] = readAll(`<!DOCTYPE NETSCAPE-Bookmark-file-1>\n${head}\n<DL><p>${row}</DL>`)
    return link?.kind === 'link' ? link.tags : null
  }
  const shaarli = '<!-- Shaarli all bookmarks export on 2013/03/01 -->\n<TITLE>Links</TITLE>'
  const pinboard = '<TITLE>Pinboard Bookmarks</TITLE>\n<H1>Bookmarks</H1>'
  test.each([
    ['commas, with spaces inside', '<TITLE>Bookmarks</TITLE>', 'slow food,bread', ['slow food', 'bread']],
    ['one tag with a space', '<TITLE>Bookmarks</TITLE>', 'slow food', ['slow food']],
    ['newlines, as Scuttle writes', '<TITLE>Bookmarks</TITLE>', 'x\ny\r\nslow food', ['x', 'y', 'slow food']],
    ['newlines as references', '', 'x&#10;y', ['x', 'y']],
    ['spaces of Pinboard', pinboard, 'food  bread', ['food', 'bread']],
    ['commas of Pinboard', pinboard, 'food,bread', ['food', 'bread']],
    ['spaces of old files of Shaarli', shaarli, 'food bread', ['food', 'bread']],
    ['commas of Shaarli', shaarli, 'slow food,bread', ['slow food', 'bread']],
  ])('IO-03 separates tags at %s', (_, head, written, tags) => {
    expect(tagged(head, written)).toEqual(tags)
  })

  test.each(names)('I02 %s gives the same events for any chunk size', name => {
    const text = fixture(name)
    const inOneCall = readAll(text)
    for (const size of [1, 2, 3, 7, 64, 1000]) {
      const reader = createBookmarkReader()
      const events = []
      for (let at = 0; at < text.length; at += size) events.push(...reader.write(text.slice(at, at + size)))
      expect([...events, ...reader.end()], `pieces of ${size}`).toEqual(inOneCall)
    }
  })

  test('IO-03 reads a file as chunks of bytes and emits its events in order', async () => {
    const bytes = new TextEncoder().encode(`\ufeff${fixture('firefox')}`)
    const pieces = Array.from({ length: Math.ceil(bytes.length / 100) }, (_, i) =>
      bytes.slice(i * 100, i * 100 + 100),
    )
    const events = []
    for await (const event of readBookmarkFile(pieces)) events.push(event)
    expect(events).toEqual(readAll(fixture('firefox')))
  })
})
