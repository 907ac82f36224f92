import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BookmarkEvent, LinkRead } from './events.ts'
import { outline, readAll, readingEnd } from './outline.testing.ts'
import { createBookmarkReader } from './reader.ts'

const file = (rows: string) => `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n${rows}</DL><p>\n`
const links = (rows: string) =>
  readAll(file(rows)).filter((event): event is LinkRead => event.kind === 'link')
const row = (name: string, title = name, note = '') =>
  `    <DT><A HREF="https://${name}.example/" ADD_DATE="1700000000" TAGS="one,two words">${title}</A>\n${note && `    <DD>${note}\n`}`

/** Returns the number of rows that the reading imports or names. */
function countRead(text: string): number {
  const { links: read, leftOut, bad, cutOff } = readingEnd(readAll(text))
  return read + leftOut + bad + (cutOff?.isRead === false ? 1 : 0)
}

describe('I06 swallows no rows', () => {
  test.each([
    '<!-- like this',
    '<![CDATA[',
    '<?php',
    '<!DOCTYPE',
    '<script>',
    '<a href="https://x.example',
    '</dd',
    '<',
  ])('IO-03 I06 reads %j in a note, a title or a folder name as text', text => {
    const note = links(row('one', 'One', `remark: ${text} ok`) + row('two') + row('three'))
    expect(note.map(link => [link.title, link.note])).toEqual([
      ['One', `remark: ${text} ok`],
      ['two', ''],
      ['three', ''],
    ])
    const title = links(row('one', `The ${text} title`) + row('two'))
    expect(title.map(link => link.title)).toEqual([`The ${text} title`, 'two'])
    const folder = outline(readAll(file(`<DT><H3>A ${text} b</H3>\n<DL><p>\n${row('one')}</DL><p>\n`)))
    expect(folder[0]).toBe(`+ A ${text} b`)
    expect(folder).toHaveLength(2)
  })

  test('I06 names the rows in a comment', () => {
    const text = file(
      `${row('one')}<!-- old:\n${row('two', 'Two &amp; more')}-->\n${row('three')}<!--\n${row('four')}`,
    )
    expect(readAll(text).filter(event => event.kind === 'bad')).toEqual([
      {
        kind: 'bad',
        reason: 'inComment',
        row: 2,
        title: 'Two & more',
        address: 'https://two.example/',
        line: 5,
      },
      { kind: 'bad', reason: 'inComment', row: 4, title: 'four', address: 'https://four.example/', line: 9 },
    ])
    expect(readingEnd(readAll(text))).toMatchObject({ links: 2, bad: 2 })
  })

  test('I06 names a row whose quotes do not match, and reads the rows after it', () => {
    const damaged = [
      '<DT><A HREF="https://a.example/>No end</A>\n',
      '<DT><A HREF="https://a.example/ ADD_DATE="1700000000">No end, another attribute</A>\n',
      '<DT><A HREF=https://a.example/" ADD_DATE="1700000000">No start</A>\n',
      '<DT><A HREF="https://a.example/?b="c" d="e"" ADD_DATE="1700000000">Two readings</A>\n',
      '<DT><A HREF="https://a.example/?b">c" ADD_DATE="1700000000">End in the address</A>\n',
    ]
    for (const each of damaged)
      expect
        .soft(outline(readAll(file(each + row('two')))), each)
        .toEqual([expect.stringMatching(/^! unclearQuotes /), expect.stringMatching(/^two /)])
    expect(outline(readAll(file(`<DT><H3 ADD_DATE="1>Name</H3>\n<DL><p>\n${row('two')}</DL><p>\n`)))[0]).toBe(
      '+ Name',
    )
  })

  // None of them, with what stands beside it, begins or removes a link, so that the number of rows stays as it is.
  const scraps = (
    '|<!--|-->|\n<!--|\n-->\n|<![CDATA[|]]>|<?|?>|<!|<!x|"|""|\'|=|>|<|</|/>|/|&|&#|&amp;|</A>|<H3>|</H3>|<DT><H3>|<DL>|<DL><p>|</DL>|' +
    '<DD>|</DD>|\n<DD>|<DT>|<LI>|<UL>|</UL>|<HR>|<p>|<br>|<b>|</html>|\n|\r|\t|\0| TAGS="| ADD_DATE="1"| x="|<title>|<textarea>|' +
    '<script>|<K, V>|é🚀'
  ).split('|')
  const linkStart = '<DT><A '
  const damage = fc.record({
    piece: fc.nat(999),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    cut: fc.nat(20),
    scrap: fc.constantFrom(...scraps),
  })
  const whole = `${row('one', 'The one', 'Note\nof two lines')}<DT><H3 ADD_DATE="1700000000">Folder</H3>\n<DL><p>\n${row('two')}<DT><A HREF='https://three.example/'>Three</A>\n</DL><p>\n<HR>${row('four', '', 'last')}`
  const start = '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n'
  /** Damages anything but the starts of links. An end tag of a link is replaced as a whole, as a part of it may begin a link. */
  const damaged = (damages: readonly { piece: number; at: number; cut: number; scrap: string }[]) => {
    const pieces = whole.repeat(3).split(new RegExp(`(${linkStart}|</A>)`))
    for (const { piece, at, cut, scrap } of damages) {
      const i = piece % pieces.length
      const text = pieces[i]!
      const from = Math.floor(at * text.length)
      if (text === '</A>') pieces[i] = scrap
      else if (text !== linkStart) pieces[i] = text.slice(0, from) + scrap + text.slice(from + cut)
    }
    return start + pieces.join('')
  }

  test('I06 rows in the file = read + named, for any damage and any chunk size', () => {
    fc.assert(
      fc.property(
        fc.array(damage, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 99 }),
        (damages, size) => {
          const text = damaged(damages)
          expect(text.split(linkStart)).toHaveLength(13)
          expect(countRead(text)).toBe(12)
          const reader = createBookmarkReader()
          const events: BookmarkEvent[] = []
          for (let at = 0; at < text.length; at += size)
            events.push(...reader.write(text.slice(at, at + size)))
          expect([...events, ...reader.end()]).toEqual(readAll(text))
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('IO-03 words of notes stay', () => {
  test.each([
    ['Map<K, V> is generic', 'Map<K, V> is generic'],
    ['see <https://a.example/x> there', 'see <https://a.example/x> there'],
    ['if a <b and c> d', 'if a <b and c> d'],
    ['if a <b c = d> e', 'if a <b c = d> e'],
    ['line & <two>', 'line & <two>'],
    ['the <DD> and <DT> and </DL> tags', 'the <DD> and <DT> and </DL> tags'],
    ['Array<Object>, Foo<Map> and <Button/>', 'Array<Object>, Foo<Map> and <Button/>'],
    ['use <select> in a <form>', 'use <select> in a <form>'],
    ['an <hr> line, </dd> closed', 'an <hr> line, </dd> closed'],
    ['<b>bold</b> <a href="https://x.example/">there</a><br>next', 'bold there\nnext'],
    ['AT&T &copy 2024 &amp; &eacute;', 'AT&T &copy 2024 & é'],
  ])('IO-03 %j', (written, note) => {
    expect(links(row('one', 'One', written) + row('two')).map(link => link.note)).toEqual([note, ''])
    expect(links(row('one', 'One', `${written}</DD>`) + row('two')).map(link => link.note)).toEqual([
      note,
      '',
    ])
  })

  test('IO-03 never loses a word of a note, for any damage', () => {
    const scraps = [
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<?',
      '<!',
      '"',
      "'",
      '=',
      '<',
      '</',
      '&',
      '&#',
      '&lt',
      '<K, V>',
      '<https://x>',
      '<DD>',
      '</DD>',
      '<DT>',
      '<DL>',
      '</DL>',
      '</A>',
      '<HR>',
      '<H3>',
      '</H3>',
      '<b',
      '<a ',
      '<a href="',
      '<br>',
      '<i>',
      '<title>',
      '<textarea>',
      '<script>',
      '<two words>',
      '\n',
      '	',
      '\0',
      '<li>',
      '<p>',
      '<META',
    ]
    const words = Array.from({ length: 12 }, (_, i) => `word${i}word`)
    const gap = fc.record({ at: fc.nat(words.length), scrap: fc.constantFrom(...scraps) })
    fc.assert(
      fc.property(fc.array(gap, { minLength: 1, maxLength: 5 }), gaps => {
        const between = words.map((word, i) =>
          [...gaps.filter(({ at }) => at === i).map(({ scrap }) => scrap), word].join(' '),
        )
        const note = `${between.join(' ')} end`
        // Such a note has the beginning of a row.
        fc.pre(!/<(?:dt|li)>\s*<(?:a|h3)[\s>]/i.test(note))
        const read = readAll(file(row('one', 'One', note) + row('two')))
        const first = read.find(event => event.kind === 'link')
        for (const word of words) expect(first?.note).toContain(word)
        expect(read.filter(event => event.kind === 'link')).toHaveLength(2)
      }),
      { numRuns: 300 },
    )
  })
})

describe('IO-03 files that do not escape', () => {
  test('IO-03 titles and folder names of Falkon, GNOME Web and buku', () => {
    const text = file(
      `<DT><H3>About <a></H3>\n<DL><p>\n${row('one', 'How <a> and <b> work')}</DL><p>\n` +
        `<DT><H3>Web <HTML></H3>\n<DL><p>\n${row('two', 'Tom & "Jerry" <x> it\'s <dl>')}</DL><p>\n`,
    )
    expect(outline(readAll(text))).toEqual([
      '+ About <a>',
      '  How <a> and <b> work <https://one.example/> #one #two words',
      '+ Web <HTML>',
      '  Tom & "Jerry" <x> it\'s <dl> <https://two.example/> #one #two words',
    ])
  })

  test('IO-03 quotes in attributes, as buku writes them', () => {
    const text =
      '<DT><A HREF="https://example.org/?a=1&b="q"" ADD_DATE="1795901742" TAGS="News, two "quoted" words, last">One</A>\n' +
      '<DT><A HREF="https://example.org/?b="q"">Two</A>\n' +
      `<DT><A HREF='https://example.org/?b=it's' TAGS='a'>Three</A>\n`
    expect(links(text).map(link => [link.address, link.tags])).toEqual([
      ['https://example.org/?a=1&b="q"', ['News', 'two "quoted" words', 'last']],
      ['https://example.org/?b="q"', []],
      ["https://example.org/?b=it's", ['a']],
    ])
  })

  test.each([
    ['?a=1&copy', '?a=1&copy'],
    ['?a=1&section=2&lt=3', '?a=1&section=2&lt=3'],
    ['?a=1&amp;b=2&#38;c=3&eacute;', '?a=1&b=2&c=3%C3%A9'],
  ])('IO-03 decodes only references that end in ;: %j', (written, read) => {
    const [link] = links(`<DT><A HREF="https://example.org/${written}">x</A>\n`)
    expect(link?.address).toBe(`https://example.org/${read.replace('3%C3%A9', '3é')}`)
  })
})
