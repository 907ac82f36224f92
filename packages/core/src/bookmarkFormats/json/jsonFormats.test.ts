import { describe, expect, test } from 'vitest'
import { describeEvents, endOf, readFile } from '../formats.testing.ts'
import { jsonSamples } from './jsonSamples.testing.ts'
import { JsonRows } from './jsonRows.ts'
import { moreJsonSamples } from './moreJsonSamples.testing.ts'

const at = '2023-11-14T22:13:20Z'
const files = [...jsonSamples, ...moreJsonSamples]
const named = files.map(([value, expected]) => [expected[0]!.slice(2), value, expected] as const)

/** Returns a value with the keys of all objects in the opposite order, and one more. */
function turn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turn)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, each]) => [key, turn(each)] as const)
  return Object.fromEntries([['newKey', { x: [null, 'https://no.example/'] }], ...entries.toReversed()])
}

describe('IO-03 JSON', () => {
  test.each(named)(
    'IO-03 reads %s, also on many lines, with a byte order mark, as UTF-16, and byte by byte',
    async (_id, value, expected) => {
      const file = JSON.stringify(value)
      expect(describeEvents(await readFile(file))).toEqual(expected)
      expect(describeEvents(await readFile(JSON.stringify(value, null, 4)))).toEqual(expected)
      expect(describeEvents(await readFile(`\ufeff${file}\n`))).toEqual(expected)
      expect(describeEvents(await readFile(new Uint8Array(Buffer.from(`\ufeff${file}`, 'utf16le'))))).toEqual(
        expected,
      )
      expect(describeEvents(await readFile(file, {}, 1))).toEqual(expected)
    },
  )

  // Firefox's is recognised by its first folder, Nestmark's by its first key.
  const orderless = named.filter(([id]) => id !== 'nestmarkJson' && id !== 'tabSessionJson')
  test.each(orderless)(
    'IO-03 reads %s with its keys in another order, and with unknown ones',
    async (_id, value, expected) => {
      const lines = describeEvents(await readFile(JSON.stringify(turn(value))))
      expect(lines.toSorted()).toEqual(expected.toSorted())
    },
  )

  test.each(named)(
    'IO-03 %s: a file that breaks off says where, and the reader returns what came before',
    async (_id, value) => {
      const file = JSON.stringify(value, null, 1)
      const end = endOf(await readFile(file.slice(0, -2)))
      expect(end).toMatchObject({
        verdict: expect.stringMatching(/read|empty/),
        broken: { reason: 'cutOff' },
      })
    },
  )

  test('IO-03 names a damaged row, and reads the others; reads JSON Lines, too', async () => {
    const row = (n: number) =>
      JSON.stringify({ href: `https://${n}.example/`, description: `n${n}`, time: at })
    const damaged = `{"href":"https://lost.example/","description":oops}`
    expect(describeEvents(await readFile(`[${row(1)},\n${damaged},\n${row(2)},7]`))).toEqual([
      '= pinboardJson',
      'n1 <https://1.example/> @1700000000',
      expect.stringMatching(/^! damaged \{"href":"https:\/\/lost\.example/),
      'n2 <https://2.example/> @1700000000',
      '! damaged 7',
    ])
    const lines = [1, 2].map(n =>
      JSON.stringify({ url: `https://${n}.example/`, title: `n${n}`, readed: 1, tags: 'a' }),
    )
    expect(describeEvents(await readFile(`${lines.join('\n')}\n`, {}, 3))).toEqual([
      '= diigoJson',
      'n1 <https://1.example/> #a',
      'n2 <https://2.example/> #a',
    ])
  })

  test('IO-03 names a damaged link in a tree, and loses no other', async () => {
    const card = (n: number) => ({ title: `n${n}`, url: `https://${n}.example/` })
    const file = JSON.stringify({ lists: [{ title: 'Food', cards: [card(1), card(2), card(3)] }] })
    expect(describeEvents(await readFile(file.replace('"n2"', 'n2')))).toEqual([
      '= tobyJson',
      '+ Food',
      '  n1 <https://1.example/>',
      expect.stringMatching('  ! damaged .*2\\.example'),
      '  n3 <https://3.example/>',
    ])
    const profile = JSON.stringify({
      roots: { other: { children: [1, 2].map(n => ({ ...card(n), type: 'url' })) } },
    })
    expect(describeEvents(await readFile(profile.replace('"n1"', '"n\n1"')))).toEqual([
      '= chromiumJson',
      '+ Other bookmarks',
      expect.stringMatching('  ! damaged .*1\\.example'),
      '  https://2.example/ <https://2.example/>',
    ])
    // Opera has roots in a root.
    const opera = {
      roots: {
        bookmark_bar: { children: [] },
        custom_root: {
          unsorted: { children: [{ type: 'url', name: 'Bread', url: 'https://bread.example/' }] },
        },
      },
    }
    expect(describeEvents(await readFile(JSON.stringify(opera)))).toEqual([
      '= chromiumJson',
      '+ Unsorted',
      '  Bread <https://bread.example/>',
    ])
  })

  test('IO-03 reads what came before the end of a tree or a row that breaks off, and names the rest', async () => {
    const nodes = (from: number) =>
      [from, from + 1].map(n => ({ type: 'url', name: `n${n}`, url: `https://${n}.example/` }))
    const tree = JSON.stringify({
      roots: {
        other: {
          type: 'folder',
          name: 'Other',
          children: [...nodes(1), { type: 'folder', name: 'In', children: nodes(3) }],
        },
      },
    })
    const lines = describeEvents(await readFile(tree.slice(0, tree.indexOf('https://4'))))
    expect(lines).toEqual([
      '= chromiumJson',
      '+ Other',
      '  n1 <https://1.example/>',
      '  n2 <https://2.example/>',
      '  + In',
      '    n3 <https://3.example/>',
      '    ! empty n4',
      'broken cutOff 1',
    ])
    const row = (n: number) =>
      JSON.stringify({ href: `https://${n}.example/`, description: `n${n}`, time: at })
    expect(describeEvents(await readFile(`[${row(1)},\n${row(2).slice(0, 50)}`))).toEqual([
      '= pinboardJson',
      'n1 <https://1.example/> @1700000000',
      expect.stringMatching('^! damaged .*2\\.example'),
      'broken cutOff 2',
    ])
  })

  test('IO-03 I02 deep JSON ends without an error', async () => {
    const deep = 200_000
    const parser = new JsonRows([''])
    expect(parser.write('{"a":'.repeat(deep))).toEqual([])
    expect(parser.broken).toMatchObject({ reason: 'tooDeep' })
    const folders = `{"roots":{"other":${'{"type":"folder","children":['.repeat(2000)}${']}'.repeat(2000)}}}`
    const end = endOf(await readFile(folders, { maxDepth: 100 }, 10_000))
    expect([end.folders, end.flattened]).toEqual([100, 1900])
  })

  test('IO-03 I02 searches a long line in one piece for its end once', () => {
    const parser = new JsonRows(['[]'])
    const row = '{"a":"b","c":"d","e":"f"}'
    const rows = parser.write(`[${`${row},`.repeat(60_000)}\n${row}]`)
    expect([rows.length, rows.at(-2)?.line, rows.at(-1)?.line, parser.lines]).toEqual([60_001, 1, 2, 2])
  })
})
