import { createCollection } from '@nestmark/contract/collections'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../db/newId.ts'
import { enqueue, neverDue } from '../../../jobs/store.ts'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { signIn } from '../../../test/support/people.ts'
import { bookmarkText, importText } from './files.testing.ts'
import { ImportReading } from './importReading.ts'
import { importKind } from '../importBookmarks.ts'
import { storePart } from '../../../jobs/fileStore.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

test('IO-01 makes batches short at the start and while others write, and large otherwise', async () => {
  const { db, now } = app.services
  const ada = await signIn(app, 'ada', 2)
  const { root_id } = await db.read
    .selectFrom('people')
    .select('root_id')
    .where('id', '=', ada.id)
    .executeTakeFirstOrThrow()
  const id = newId()
  const lines = Array.from({ length: 6000 }, (_, n) => `<DT><A HREF="https://example.org/${n}">Page ${n}</A>`)
  const file = `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n${lines.join('\n')}\n</DL><p>`
  await db.write(async tx => {
    const payload = { parent: root_id, rootId: root_id }
    await enqueue(tx, { id, ownerId: ada.id, kind: importKind, payload, runAfter: neverDue, now: now() })
    await storePart(tx, id, 0, Buffer.from(file))
  })
  const job = await db.read.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const reading = new ImportReading(db, job, now())
  const sizes: number[] = []
  const progress: { done: number; total: number }[] = []
  for await (const { links, done, total } of reading.batches()) {
    sizes.push(links.rows.length)
    progress.push({ done, total })
    reading.adapt(sizes.length === 3)
  }
  expect(sizes).toEqual([100, 2000, 2000, 250, 1650])
  // The file is one stored part: it is not read to its end with its first rows.
  expect(progress[0]!.total).toBeGreaterThan(2000)
  for (const { done, total } of progress.slice(1, -1)) {
    expect(total).toBeGreaterThan(done)
    expect(total).toBeGreaterThan(5000)
    expect(total).toBeLessThan(7000)
  }
  expect(progress.at(-1)).toEqual({ done: 6000, total: 6000 })
})

test('IO-01 the report counts the collection that the import created', async () => {
  const ada = await signIn(app, 'ada', 2)
  const { _id: parent } = await ada.call(createCollection, { name: 'Imported' })
  const folders = '<DT><H3>One</H3><DL><p></DL><p><DT><H3>Two</H3><DL><p></DL><p>'
  const { report } = await importText(app, ada, bookmarkText(folders), { parent, is_new: '1' })
  expect(report!.folders).toBe(3)
  const into = await importText(app, ada, bookmarkText('<DT><H3>Three</H3><DL><p></DL><p>'), { parent })
  expect(into.report!.folders).toBe(1)
})
