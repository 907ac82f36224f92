import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BookmarkEvent } from './events.ts'
import { readingEnd, readAll } from './outline.testing.ts'
import { createBookmarkReader } from './reader.ts'

// Fragments that a file may contain, in any order.
const scraps = [
  '<!DOCTYPE NETSCAPE-Bookmark-file-1>',
  '<DL>',
  '<DL><p>',
  '</DL>',
  '</DL><p>',
  '<DT>',
  '<DD>',
  '<HR>',
  '<p>',
  '<H3>',
  '<H3 ADD_DATE="1700000000">',
  '</H3>',
  '<A HREF="https://example.com/">',
  "<a href='x.example'",
  '>',
  '</A>',
  '<A HREF=',
  '"',
  '<ul>',
  '<ol>',
  '<li>',
  '</ul>',
  '<h1>',
  '</h1>',
  '<title>Pocket Export</title>',
  '<a href="https://b.example/" time_added="1700000000" tags="a,b">',
  '<!--',
  '-->',
  '<textarea>',
  '<title>',
  '&amp;',
  '&',
  '&#',
  '10;',
  ' ',
  '\n',
  '\r\n',
  '\0',
  'text',
  '<',
  '</',
  '<![CDATA[',
  ']]>',
  '<?',
  '<br/>',
  'é🚀',
]
const soup = fc.array(
  fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...scraps) }, fc.string({ unit: 'binary', maxLength: 8 })),
  {
    maxLength: 60,
    size: 'max',
  },
)

test('I02 I06 for any text, the reader does not throw, balances its folders and ignores chunk boundaries', () => {
  fc.assert(
    fc.property(soup, fc.integer({ min: 1, max: 9 }), (parts, size) => {
      const text = parts.join('')
      const inOneCall = readAll(text)
      const reader = createBookmarkReader()
      const events: BookmarkEvent[] = []
      for (let at = 0; at < text.length; at += size) events.push(...reader.write(text.slice(at, at + size)))
      expect([...events, ...reader.end()]).toEqual(inOneCall)

      const count = (kind: BookmarkEvent['kind']) => inOneCall.filter(event => event.kind === kind).length
      const end = readingEnd(inOneCall)
      expect(count('end')).toBe(1)
      expect(count('folder')).toBe(count('folderEnd'))
      expect([count('link'), count('folder'), count('leftOut'), count('bad')]).toEqual([
        end.links,
        end.folders,
        end.leftOut,
        end.bad,
      ])
      if (end.verdict !== 'read') expect(inOneCall).toHaveLength(1)
    }),
    { numRuns: 1500 },
  )
})
