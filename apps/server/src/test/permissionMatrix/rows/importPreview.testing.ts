import * as previews from '@nestmark/contract/transfer/importPreview'
import { vi } from 'vitest'
import { enqueue } from '../../../jobs/store.ts'
import type { Resources } from '../factory.testing.ts'
import { noToken, type Row } from '../row.testing.ts'

/** Creates an ended preview of the owner, with its file. */
async function createPreview({ app, people }: Resources): Promise<string> {
  const { db } = app.services
  const { id: ownerId, rootId } = people.owner
  // An import cannot start while another one of the same person runs.
  await vi.waitUntil(
    async () => {
      const open = db.read.selectFrom('jobs').select('id').where('owner_id', '=', ownerId)
      const imports = open.where('kind', 'in', ['importBookmarks', 'previewImport'])
      return (await imports.where('finished_at', 'is', null).executeTakeFirst()) === undefined
    },
    { timeout: 30_000 },
  )
  const { now } = app.clock
  const payload = { rootId, parent: rootId }
  const file = '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p><DT><A HREF="http://127.0.0.1:9/p">x</A></DL><p>'
  return db.write(async tx => {
    const id = await enqueue(tx, { ownerId, kind: 'previewImport', payload, now, runAfter: now + 86_400_000 })
    await tx.updateTable('jobs').set({ state: 'done', finished_at: now }).where('id', '=', id).execute()
    await tx
      .insertInto('job_files')
      .values({ job_id: id, part: 0, bytes: Buffer.from(file) })
      .execute()
    return id
  })
}

const ofPreview = (op: Row['op']): Row => ({
  op,
  key: 'write',
  input: async resources => ({ job: await createPreview(resources) }),
  // Checked in one state only, because each call starts a job.
  expect: ['done', 'jobs.notFound', 'jobs.notFound', 'jobs.notFound', noToken],
})

export const importPreviewRows: readonly Row[] = [
  ofPreview(previews.previewImport),
  ofPreview(previews.startImport),
]
