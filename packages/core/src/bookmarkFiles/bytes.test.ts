import { describe, expect, test } from 'vitest'
import { decodeBookmarkBytes } from './bytes.ts'

const ascii = (text: string) => Uint8Array.from(text, char => char.charCodeAt(0))
const head = '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n'
const meta = (charset: string) =>
  `${head}<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=${charset}">\n`

function joined(...parts: (string | number[] | Uint8Array)[]): Uint8Array {
  return Uint8Array.from(parts.flatMap(part => (typeof part === 'string' ? [...ascii(part)] : [...part])))
}

function utf16(text: string, bigEndian: boolean): Uint8Array {
  return Uint8Array.from(
    Array.from({ length: text.length }, (_, i) => text.charCodeAt(i)).flatMap(unit =>
      bigEndian ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8],
    ),
  )
}

async function decoded(bytes: Uint8Array, size = bytes.length): Promise<string> {
  const pieces = []
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.slice(at, at + size))
  let text = ''
  for await (const piece of decodeBookmarkBytes(pieces)) text += piece
  return text
}

const row = (title: string) => `<DL><p><DT><A HREF="https://example.com/">${title}</A>\n</DL>`
const long = '<!-- filler -->\n'.repeat(1000)

describe('IO-03 encodings', () => {
  const utf8 = new TextEncoder()
  const cases: [name: string, bytes: Uint8Array, text: string][] = [
    ['UTF-8', utf8.encode(head + row('Übersicht 日本 🚀')), head + row('Übersicht 日本 🚀')],
    [
      'UTF-8 with a byte order mark',
      joined([0xef, 0xbb, 0xbf], utf8.encode(head + row('é'))),
      head + row('é'),
    ],
    ['UTF-8 declared', utf8.encode(meta('UTF-8') + row('é')), meta('UTF-8') + row('é')],
    [
      'UTF-16 with a byte order mark',
      joined([0xff, 0xfe], utf16(head + row('日本 🚀'), false)),
      head + row('日本 🚀'),
    ],
    ['UTF-16 big-endian', joined([0xfe, 0xff], utf16(head + row('日本'), true)), head + row('日本')],
    ['UTF-16 without a byte order mark', utf16(head + row('日本'), false), head + row('日本')],
    [
      'windows-1251',
      joined(meta('windows-1251'), '<DL><DT><A HREF="x">', [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2], '</A>'),
      `${meta('windows-1251')}<DL><DT><A HREF="x">Привет</A>`,
    ],
    [
      'shift_jis',
      joined(meta('Shift_JIS'), '<DL><DT><A HREF="x">', [0x93, 0xfa, 0x96, 0x7b], '</A>'),
      `${meta('Shift_JIS')}<DL><DT><A HREF="x">日本</A>`,
    ],
    ['iso-8859-1', joined(meta('iso-8859-1'), '<DL><DT>', [0xe9, 0x80]), `${meta('iso-8859-1')}<DL><DT>é€`],
    ['windows-1252 undeclared', joined(head, '<DL><DT>caf', [0xe9], ' ', [0x80]), `${head}<DL><DT>café €`],
    [
      'windows-1252 that declares UTF-8',
      joined(meta('utf-8'), '<DL><DT>caf', [0xe9], ' na', [0xef], 've'),
      `${meta('utf-8')}<DL><DT>café naïve`,
    ],
    ['an unknown charset', joined(meta('x-mine'), utf8.encode('é')), `${meta('x-mine')}é`],
    [
      'a charset that appears only in a title',
      utf8.encode(`${head}<DL><DT>charset=windows-1251 é`),
      `${head}<DL><DT>charset=windows-1251 é`,
    ],
    [
      'UTF-8 with a late first non-ASCII character',
      utf8.encode(head + long + row('é日本')),
      head + long + row('é日本'),
    ],
    [
      'windows-1252 with a late first non-ASCII character',
      joined(head, long, 'caf', [0xe9]),
      `${head}${long}café`,
    ],
    [
      'one invalid byte in UTF-8',
      joined(head, utf8.encode('ééé'), [0xff], utf8.encode('日本')),
      `${head}ééé\ufffd日本`,
    ],
    ['an empty file', new Uint8Array(0), ''],
  ]

  test.each(cases)('IO-03 %s, in one chunk and in many', async (_, bytes, text) => {
    expect(await decoded(bytes)).toBe(text)
    for (const size of [1, 3, 1000]) expect(await decoded(bytes, size), `pieces of ${size}`).toBe(text)
  })
})
