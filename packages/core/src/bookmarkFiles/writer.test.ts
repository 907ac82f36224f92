import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BookmarkFolder, BookmarkItem } from './events.ts'
import { readingEnd, outline, readAll } from './outline.testing.ts'
import {
  bookmarkFileFooter,
  bookmarkFileHeader,
  formatFolderEnd,
  formatFolderStart,
  formatLink,
} from './writer.ts'

interface Tree extends BookmarkFolder {
  items: readonly (Tree | BookmarkItem)[]
}

function* written(items: Tree['items'], depth = 0): Generator<string> {
  for (const item of items) {
    if ('items' in item) {
      yield formatFolderStart(item, depth)
      yield* written(item.items, depth + 1)
      yield formatFolderEnd(depth)
    } else yield formatLink(item, depth)
  }
}

function file(items: Tree['items']): string {
  return [bookmarkFileHeader(), ...written(items), bookmarkFileFooter()].join('')
}

function treeOf(text: string): Tree['items'] {
  const root: (Tree | BookmarkItem)[] = []
  const stack = [root]
  for (const event of readAll(text)) {
    if (event.kind === 'folder') {
      const { name, note, added, changed, favourite, extra } = event
      const items: (Tree | BookmarkItem)[] = []
      stack.at(-1)?.push({ name, note, added, changed, favourite, extra, items })
      stack.push(items)
    } else if (event.kind === 'folderEnd') stack.pop()
    else if (event.kind === 'link') {
      const { kind: _kind, row: _row, line: _line, keyword: _k, feed: _f, ...rest } = event
      const { isPrivate: _p, toRead: _t, hasInvalidImage: _i, ...item } = rest
      stack.at(-1)?.push(item)
    } else if (event.kind !== 'end') throw new Error(`unexpected ${event.kind}`)
  }
  return root
}

const full: BookmarkItem = {
  address: 'https://example.com/?a=1&copy=2#"x\'',
  title: 'A <b> & "c" \'d\' 日本 🚀',
  added: 1_700_000_000_123,
  changed: 1_700_000_001_000,
  tags: ['plain', 'two words', 'with, comma', 'two\nlines', ' edge ', '日本語', '<&">'],
  note: '  first line\n\n\tsecond\r\nlast  \n',
  remark: 'mine',
  category: 5,
  subCategory: '13-1',
  favourite: true,
  checklist: [
    { text: 'one "two"', done: true },
    { text: 'three', done: false },
  ],
  image: 'https://example.com/i.png',
  hasFile: true,
  extra: { enc: '1' },
}
const bare: BookmarkItem = {
  address: 'http://example.org',
  title: 'x',
  added: null,
  changed: null,
  tags: [],
  note: '',
  remark: '',
  category: null,
  subCategory: null,
  favourite: false,
  checklist: [],
  image: '',
  hasFile: false,
  extra: {},
}
const folder = (name: string, items: Tree['items']): Tree => ({
  name,
  note: '',
  added: null,
  changed: null,
  favourite: false,
  extra: {},
  items,
})

describe('I04 export and import make a round trip', () => {
  test('I04 nesting, order, dates, tags, notes, references, non-ASCII and Nestmark fields', () => {
    const tree = [
      bare,
      {
        ...folder('Füllung <&> "\'', [full, folder('', []), bare]),
        note: 'about\nit',
        added: 1_600_000_000_000,
        favourite: true,
      },
      full,
    ]
    expect(treeOf(file(tree))).toEqual(tree)
  })

  test('IO-02 the file has the format that browsers read', () => {
    expect(file([folder('F', [{ ...bare, tags: ['a', 'b'], added: 1_700_000_000_000, note: 'n' }])])).toBe(
      `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<!-- This is an automatically generated file.
     It will be read and overwritten.
     DO NOT EDIT! -->
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
    <DT><H3>F</H3>
    <DL><p>
        <DT><A HREF="http://example.org" ADD_DATE="1700000000" TAGS="a,b">x</A>
        <DD>n</DD>
    </DL><p>
</DL><p>
`,
    )
  })

  test('IO-02 other programs read notes, addresses and titles: closes <DD>, and escapes & only where necessary', () => {
    const address = 'https://example.org/?a=1&b=2&section=3&copy&c=%22&x;&#4'
    expect(formatLink({ ...bare, address, title: ' a\tb\r\nc ', note: 'n' })).toBe(
      '    <DT><A HREF="https://example.org/?a=1&b=2&amp;section=3&amp;copy&c=%22&x;&amp;#4" NM_TITLE=" a&#9;b&#13;&#10;c ">a b  c</A>\n    <DD>n</DD>\n',
    )
    const [read] = treeOf(file([{ ...bare, address, title: ' a\tb ' }]))
    expect(read).toMatchObject({ address, title: ' a\tb ' })
  })

  test('I04 reads files that earlier versions wrote: &amp; in addresses, <DD> without an end, references in titles', () => {
    const text =
      bookmarkFileHeader() +
      '    <DT><A HREF="https://example.org/?a=1&amp;b=2">&#32;a&#9;b</A>\n    <DD>one\n two&#10;\n' +
      '    <DT><A HREF="http://example.org">x</A>\n' +
      bookmarkFileFooter()
    expect(treeOf(text)).toMatchObject([
      { address: 'https://example.org/?a=1&b=2', title: ' a\tb', note: 'one\n two\n' },
      { title: 'x', note: '' },
    ])
  })

  test('I04 retains the category of a note without an address, and the address replaces an empty title', () => {
    const note = {
      ...bare,
      address: '',
      category: 4,
      subCategory: 4,
      title: 'List',
      checklist: [{ text: 'a', done: false }],
    }
    expect(treeOf(file([note, { ...bare, title: '' }]))).toEqual([note, { ...bare, title: bare.address }])
    expect(treeOf(file([{ ...bare, address: '' }]))).toEqual([{ ...bare, address: '', category: 4 }])
  })

  const text = fc.string({ unit: 'binary', maxLength: 40 }).map(value => value.replaceAll('\0', ''))
  const pieces = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          ' ',
          '\n',
          '\r',
          '\t',
          '<',
          '>',
          '&',
          '"',
          "'",
          '</A>',
          '<DT>',
          '&amp;',
          '&#10;',
          '<!--',
          ',',
          '\u0085',
        ),
        text,
      ),
    )
    .map(parts => parts.join(''))
  const time = fc.option(fc.integer({ min: 0, max: 8.64e15 }), { nil: null })
  const item: fc.Arbitrary<BookmarkItem> = fc.record({
    address: fc.webUrl({ withQueryParameters: true, withFragments: true }),
    title: pieces.filter(value => value !== ''),
    added: time,
    changed: time,
    tags: fc.array(pieces, { maxLength: 5 }),
    note: pieces,
    remark: pieces,
    category: fc.constantFrom(null, 1, 2, 3, 4, 5),
    subCategory: fc.constantFrom(null, 1, 16, 21, '13-1', '14-2'),
    favourite: fc.boolean(),
    checklist: fc.array(fc.record({ text: pieces, done: fc.boolean() }), { maxLength: 3 }),
    image: fc.option(fc.webUrl(), { nil: '' }),
    hasFile: fc.boolean(),
    extra: fc.dictionary(fc.stringMatching(/^[a-z0-9]{1,10}$/), pieces, {
      maxKeys: 2,
      noNullPrototype: true,
    }),
  })
  const tree = fc.letrec<{ tree: Tree; entry: Tree | BookmarkItem }>(tie => ({
    entry: fc.oneof({ maxDepth: 4, depthSize: 'small' }, item, tie('tree')),
    tree: fc.record({
      name: pieces,
      note: pieces,
      added: time,
      changed: time,
      favourite: fc.boolean(),
      extra: fc.constant({}),
      items: fc.array(tie('entry'), { maxLength: 4 }),
    }),
  }))

  test('I04 read(write(x)) equals x for any text and any tree', () => {
    fc.assert(
      fc.property(fc.array(tree.entry, { maxLength: 5 }), items => {
        expect(treeOf(file(items))).toEqual(items)
      }),
      { numRuns: 500 },
    )
  })

  test('X04 no user input becomes markup, for any text', () => {
    fc.assert(
      fc.property(fc.array(tree.entry, { maxLength: 3 }), items => {
        const markup = file(items).match(/<[^>]*>/g) ?? []
        for (const tag of markup.slice(9)) {
          expect(tag).toMatch(
            /^(?:<\/?DL>|<p>|<DT>|<\/?DD>|<\/A>|<\/H3>|<(?:A|H3)(?: [A-Z0-9_]+="[^"<>']*")*>)$/,
          )
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('X04 the exported file is harmless', () => {
  test('X04 escapes texts and attributes', () => {
    const evil = `"><script>alert('1')</script>&<DD onmouseover='x'>`
    const out = formatLink({
      ...bare,
      address: `https://example.com/${evil}`,
      title: evil,
      note: evil,
      tags: [evil],
      remark: evil,
    })
    expect(out).not.toMatch(/<script|<DD o|'/)
    expect(out.match(/</g)).toHaveLength(5)
    expect(out).toContain('&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;')
    expect(formatFolderStart({ name: evil, note: evil })).not.toMatch(/<script|<DD o|'/)
    expect(bookmarkFileHeader(evil)).not.toContain('<script')
  })

  test.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,<b>',
    'java\tscript:alert(1)',
    'file:///etc/passwd',
  ])('X04 writes %j as text, not as a link', address => {
    const out = formatLink({ ...bare, title: 'Old', address })
    expect(out).not.toMatch(/HREF/i)
    expect(out).toMatch(/>Old<\/A> /)
    expect(out).not.toContain('<b>')
  })

  test('X04 reports such a row instead of importing it when it reads the file again', () => {
    const events = readAll(
      file([{ ...bare, title: 'Old', address: 'javascript:alert(1)', category: 3 }, bare]),
    )
    expect(outline(events)).toEqual(['! empty Old', 'x <http://example.org>'])
    expect(readingEnd(events)).toMatchObject({ links: 1, bad: 1 })
  })
})
