import { exportLibrary } from '@nestmark/contract/transfer/libraryExport'
import type { LibraryFile } from '@nestmark/core/libraryFile/schema'
import { expect } from 'vitest'
import type { TestApp } from '../../test/support/app.ts'
import { toComparableLibrary } from '../../test/support/comparableLibrary.ts'
import { filesRead } from '../../test/support/jobs.ts'
import type { Person } from '../../test/support/people.ts'
import { unzip, type UnzippedFile } from '../../test/support/zip.ts'
import { importBytes } from '../importExport/files/files.testing.ts'
import { begin, build } from './buildLibrary.testing.ts'
import type { RandomLibrary } from './randomLibrary.testing.ts'

interface Exported {
  zip: Buffer
  data: LibraryFile
  files: Map<string, UnzippedFile>
}

/** Exports everything. */
async function exportAll(app: TestApp, who: Person): Promise<Exported> {
  const answer = await fetch(app.origin + (await who.call(exportLibrary, {})).url)
  const zip = Buffer.from(await answer.arrayBuffer())
  const files = await unzip(zip)
  return { zip, files, data: JSON.parse(files.get('nestmark.json')!.bytes.toString()) as LibraryFile }
}

/** Returns what a library has in common with the one that an import of its ZIP gives, as docs/formats.md says. */
function toTaken({ data, files }: Exported) {
  const whole = toComparableLibrary(data, files)
  const names = new Map(data.collections.map(each => [each.id, each.path]))
  return {
    tags: whole.tags,
    // The links of each collection in their manual order; collections of one path are in the order of the list.
    order: data.links.map(link => [names.get(link.collection ?? ''), link.title]),
    // The order is that of the list.
    collections: whole.collections.map(({ position: _p, ...rest }) => rest),
    links: whole.links,
    highlights: whole.highlights,
    feeds: whole.feeds,
    searches: whole.searches,
    rules: whole.rules,
  }
}

/**
 * Builds a library, exports everything and imports the ZIP into an empty account. Expects that nothing is left out, and that
 * the export of that account has the same.
 */
export async function expectRoundTrip(app: TestApp, made: RandomLibrary): Promise<void> {
  const [ada, zoe] = [await begin(app, 'ada'), await begin(app, 'zoe')]
  await build(app, ada, made)
  await filesRead(app)
  const written = await exportAll(app, ada)
  const { state, report } = await importBytes(app, zoe, written.zip)
  const beside = [...written.files.keys()].filter(path => path.includes('/'))
  const { links, files, filesLeft, rows } = report!
  expect([state, links, files, filesLeft, rows]).toEqual([
    'done',
    written.data.links.length,
    beside.length,
    0,
    [],
  ])
  await filesRead(app)
  expect(toTaken(await exportAll(app, zoe))).toEqual(toTaken(written))
}
