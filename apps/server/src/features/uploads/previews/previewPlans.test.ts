import { saveLink } from '@nestmark/contract/links/links'
import { type CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../../db/db.ts'
import { openReadDb } from '../../../db/openDb.ts'
import { newId } from '../../../db/newId.ts'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { signIn } from '../../../test/support/people.ts'
import { postgresRows, sqlitePlan } from '../../../test/support/statements.ts'
import { addPreview, addPreviewKind } from './addPreview.job.ts'
import { hasLostPreviews, listUnpreviewed } from './previewStore.ts'

const size = 3000

let app: TestApp
let db: Db
const sent: CompiledQuery[] = []
beforeAll(async () => {
  app = await startApp()
  const ada = await signIn(app, 'ada')
  const eve = await signIn(app, 'eve')
  const blobs = Array.from({ length: size }, (_, each) => ({
    id: newId(),
    owner_id: each < size - 5 ? ada.id : eve.id,
    digest: `digest ${each}`,
    size: 10,
    media_type: 'image/jpeg',
    state: 'ready' as const,
    created_at: 0,
  }))
  await app.services.db.write(async tx => {
    for (let at = 0; at < size; at += 500)
      await tx
        .insertInto('blobs')
        .values(blobs.slice(at, at + 500))
        .execute()
    await sql`analyze`.execute(tx)
  })
  db = openReadDb(app.services.db.location, query => sent.push(query))
})
afterAll(async () => {
  await db.close()
  await app.stop()
})

/** Expects that the statements of a query read some of the blobs and not all of them. */
async function expectFewBlobs(query: () => Promise<unknown>, index: string): Promise<void> {
  sent.length = 0
  await query()
  const statements = [...sent]
  expect(statements.length).toBeGreaterThan(0)
  for (const statement of statements) {
    if (db.kind === 'postgres') expect(await postgresRows(db, statement)).toBeLessThan(size / 10)
    else {
      const plan = (await sqlitePlan(db, statement)).join('\n')
      expect(plan).toContain(index)
      expect(plan).not.toMatch(/SCAN (?:b|blobs)\b(?!.* INDEX blobs_lost_previews)/)
    }
  }
}

test('UPL-02 the clean-up reads the pictures that it queues, and not all pictures without previews', async () => {
  await expectFewBlobs(() => listUnpreviewed(db.read, 20), 'blobs_unpreviewed')
})

test('F16 the clean-up finds lost previews by an index', async () => {
  await expectFewBlobs(() => hasLostPreviews(db.read), 'blobs_lost_previews')
})

test('UPL-02 thumbnails do not hide the pictures of their owner from the clean-up', async () => {
  const noor = await signIn(app, 'noor')
  const { _id: link_id } = await noor.call(saveLink, { name: 'Peak', category: 4, desc: 'Text' })
  const add = (id: string, kind: 'poster' | 'file', position: number) =>
    app.services.db.write(async tx => {
      const row = { id, owner_id: noor.id, media_type: 'image/jpeg', state: 'ready' as const, created_at: 0 }
      await tx
        .insertInto('blobs')
        .values({ ...row, digest: id, size: 100 })
        .execute()
      const file = { ...row, id: newId(), blob_id: id, link_id, position, kind, name: 'peak', peaks: null }
      await tx
        .insertInto('files')
        .values(file as never)
        .execute()
    })
  const { services } = app
  // A small picture needs no preview, so it is marked when its job ends.
  for (let each = 0; each < 30; each++) await add(`a-poster-${each}`, 'poster', each)
  await add('z-picture', 'file', 30)
  await app.services.db.write(async tx => {
    await tx.updateTable('blobs').set({ previewed: 1 }).where('owner_id', '!=', noor.id).execute()
  })
  const listed = await listUnpreviewed(services.db.read, 10)
  expect(listed.filter(each => each.is_file === 1)).toEqual([])
  await addPreview(services).cleanUp!()
  await expect
    .poll(() =>
      services.db.read.selectFrom('jobs').select('payload').where('kind', '=', addPreviewKind).execute(),
    )
    .toMatchObject([{ payload: JSON.stringify({ blob: 'z-picture' }) }])
})
