import { readAnyBookmarkFile } from '@nestmark/core/bookmarkFormats/formats'
import { writers } from '../../../packages/core/src/bookmarkFormats/writers.testing.ts'
import type { Row, World } from '../../benchmark.ts'
import { importFile, signUp } from '../../person.ts'
import { startServer } from '../../server.ts'
import { createLocation } from '../../serverLocation.ts'
import { measureRawRate } from './importing.ts'

/**
 * A format of each family. Those of a group have the same of each link (tags, notes), so the rate of raw SQL for the first
 * one holds for all.
 */
const groups: readonly (readonly [keyof typeof writers, ...(keyof typeof writers)[]])[] = [
  ['bookmarkHtml'],
  ['raindropCsv', 'pinboardJson', 'zip'],
  ['opml', 'addressList'],
]

/**
 * Measures the import of a file of each family of formats over HTTP, on an empty database each, and how long its parsing
 * alone takes in this process; relative to raw SQL that writes the same links into the same tables and index.
 */
export async function formats(world: World): Promise<Row[]> {
  const links = listRows(world.rows)
  const rows: Row[] = []
  for (const group of groups) {
    let rawRate: number | undefined
    for (const format of group) {
      const file = Buffer.from(writers[format](links))
      const parsed = await parse(file)
      const location = await createLocation(world.postgres)
      const server = await startServer(location)
      try {
        const person = await signUp(server.port, 'importer')
        const { ms, report } = await importFile(server.port, person, file, '')
        rawRate ??= await measureRawRate(world, location)
        rows.push(toRow(format, { links: report.links, ms, parsed, rawRate }))
      } finally {
        await server.stop()
        await location.remove()
      }
    }
  }
  return rows
}

/** @param measured `ms` and `parsed` in milliseconds, `rawRate` in links a second */
function toRow(
  format: string,
  { links, ms, parsed, rawRate }: { links: number; ms: number; parsed: number; rawRate: number },
): Row {
  const rate = links / (ms / 1000)
  console.error(`  ${format}: ${(ms / 1000).toFixed(1)} s`)
  return {
    promise: `import of ${links.toLocaleString('en')} links, ${format}`,
    figure: rate,
    unit: 'a second',
    limit: rawRate / 2,
    better: 'more',
    ratio: rate / rawRate,
    note: `${(ms / 1000).toFixed(1)} s, parsing ${(parsed / 1000).toFixed(2)} s; raw ${Math.round(rawRate)} a second`,
  }
}

function listRows(total: number) {
  return Array.from({ length: total }, (_, n) => ({
    address: `https://site${n % 5000}.example/articles/${n}?page=${n % 7}`,
    title: `How the heron number ${n} stands in shallow water for hours`,
    note: n % 3 === 0 ? `A note about number ${n}, with some more words than the title` : '',
    tag: `tag${n % 200}`,
    added: 1_500_000_000 + n,
  }))
}

/** Returns how long the parsing takes, in milliseconds. */
async function parse(file: Buffer): Promise<number> {
  const begun = performance.now()
  let links = 0
  for await (const event of readAnyBookmarkFile([file])) if (event.kind === 'link') links++
  if (links === 0) throw new Error('The file has no links.')
  return performance.now() - begun
}
