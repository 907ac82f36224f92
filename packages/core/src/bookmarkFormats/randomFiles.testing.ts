import fc from 'fast-check'
import { expect } from 'vitest'
import { assertDefined } from '../assertDefined.ts'
import { endOf, readFile } from './formats.testing.ts'
import { type TestRow, writers } from './writers.testing.ts'

const addresses = fc.oneof(
  { weight: 4, arbitrary: fc.webUrl({ withQueryParameters: true, withFragments: true }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      'javascript:alert(1)',
      'not an address',
      'place:sort=8',
      'ftp://x.example/',
      `https://x.example/${'x'.repeat(9000)}`,
    ),
  },
)
const text = fc.string({ unit: fc.constantFrom(...'aé漢"\'<>&,;|\n\t\\{}[]#: ', '😀'), maxLength: 30 })
const rows = fc
  .array(
    fc.record({
      address: addresses,
      title: text,
      note: text,
      tag: text,
      added: fc.integer({ min: 7e8, max: 2e9 }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map(all => all.map((row, n): TestRow => ({ ...row, title: `mark${n}x ${row.title}` })))

/** Checks of random files of a format that each of their rows is imported or named, once. */
export async function checkRandomFiles(id: keyof typeof writers, files: number): Promise<void> {
  const write = assertDefined(writers[id], id)
  const property = fc.asyncProperty(rows, fc.integer({ min: 1, max: 500 }), async (written, pieceSize) => {
    const options = { maxAddressLength: 8192, type: id } as Parameters<typeof readFile>[1]
    const events = await readFile(write(written), options, pieceSize)
    const read = events.filter(event => 'row' in event)
    // The numbers are those of the report.
    expect(read.map(event => event.row)).toEqual(read.map((_, n) => n + 1))
    for (const [n] of written.entries()) {
      const found = read.filter(event => JSON.stringify(event).includes(`mark${n}x`))
      expect(found).toHaveLength(1)
    }
    expect(read).toHaveLength(written.length)
    const { links, leftOut, bad } = endOf(events)
    expect(links + leftOut + bad).toBe(written.length)
  })
  await fc.assert(property, { numRuns: files })
}
