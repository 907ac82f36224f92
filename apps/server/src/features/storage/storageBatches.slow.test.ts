import type { Output } from '@nestmark/contract/operation'
import { trashLinks } from '@nestmark/contract/links/links'
import { getStorageDetails, removeStoredFiles } from '@nestmark/contract/storage'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../db/newId.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { saveFile, toAudio } from '../../test/support/files.ts'
import { waitForEnd } from '../../test/support/jobs.ts'
import { signIn } from '../../test/support/people.ts'
import { importText } from '../importExport/files/files.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ planLimits: true })
})
afterAll(() => app.stop())

const listBookmarks = (n: number) =>
  `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>${Array.from({ length: n }, (_, at) => `<DT><A HREF="https://example.org/${at}">Link ${at}</A>`).join('\n')}</DL>`

test('UPL-09 a batch reads a bounded number of files and removes those of 200 links', async () => {
  const hans = await signIn(app, 'hans', 2)
  const live = await saveFile(app, hans, toAudio(800))
  await importText(app, hans, listBookmarks(2100))
  // The bytes are stored once.
  const { id: _id, ...row } = await app.services.db.read
    .selectFrom('files')
    .selectAll()
    .where('link_id', '=', live._id)
    .executeTakeFirstOrThrow()
  const ids = await app.services.db.read
    .selectFrom('links')
    .select('id')
    .where('owner_id', '=', hans.id)
    .where('id', '<>', live._id)
    .execute()
  for (let at = 0; at < ids.length; at += 500) {
    const rows = ids.slice(at, at + 500).map(({ id }) => ({ ...row, id: newId(), link_id: id }))
    await app.services.db.write(async tx => {
      await tx.insertInto('files').values(rows).execute()
      await tx.updateTable('links').set({ file_bytes: 800 }).where('owner_id', '=', hans.id).execute()
    })
  }
  const trashed = ids.slice(0, 3).map(({ id }) => id)
  await hans.call(trashLinks, { linkIdArr: trashed })
  const remove = async () => {
    const changed: number[] = []
    for (let after: string | null = '', undo: string | null = null; after !== null;) {
      const given = { ...(undo !== null && { undo }), ...(after !== '' && { after }) }
      const done: Output<typeof removeStoredFiles> = await hans.call(removeStoredFiles, {
        from: 'trash',
        ...given,
      })
      undo = done.undo
      after = done.next
      changed.push(done.changed)
    }
    return changed
  }
  // Two batches: the second one has the files beyond the first 2,000.
  const few = await remove()
  expect([few.length, few.reduce((sum, each) => sum + each, 0)]).toEqual([2, 3])

  const { job } = await hans.call(trashLinks, { linkIdArr: ids.slice(3, 503).map(({ id }) => id) })
  await waitForEnd(hans, job!)
  const many = await remove()
  expect(Math.max(...many)).toBe(200)
  expect(many.reduce((sum, each) => sum + each, 0)).toBe(500)
  expect((await hans.call(getStorageDetails, {})).trash.files).toBe(0)
})
