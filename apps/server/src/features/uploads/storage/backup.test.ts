import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deleteLinks } from '@nestmark/contract/links/links'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkIntegrity } from '../../../db/integrity.ts'
import { openDb } from '../../../db/openDb.ts'
import { admin } from '../../../test/support/admin.ts'
import { ownDatabase, startApp, type TestApp } from '../../../test/support/app.ts'
import { beginUpload, saveFile, toAudio, uploadFile } from '../../../test/support/files.ts'
import { type Person, signIn } from '../../../test/support/people.ts'
import { scratchDir } from '../../../test/support/scratch.ts'
import { putObject } from '../../../blobStorage/testing/putObject.testing.ts'

let app: TestApp
let ada: Person
let folder: string
const contents = [toAudio(1000), toAudio(9_000_000), toAudio(3000)]
beforeAll(async () => {
  app = await startApp()
  ada = await signIn(app, 'ada', 2)
  folder = scratchDir()
  for (const bytes of contents) await saveFile(app, ada, bytes)
  await uploadFile(app, ada, toAudio(50))
  await beginUpload(ada, 70)
})
afterAll(async () => {
  await app.stop()
  rmSync(folder, { recursive: true })
})

const copiesIn = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
const backUp = (name: string) =>
  admin(app.services.config, 'backup', join(folder, name), '--files', join(folder, 'files'))

test('F24 a backup copies the bytes that its folder does not have yet', async () => {
  const first = await backUp('first')
  expect([first.code, first.error]).toEqual([0, ''])
  expect(first.out).toContain('Files: 4 copied')
  expect((await backUp('second')).out).toContain('Files: 0 copied')
  const link = await saveFile(app, ada, toAudio(4000))
  await ada.call(deleteLinks, { linkIdArr: [link._id] })
  await saveFile(app, ada, contents[0]!)
  await saveFile(app, ada, toAudio(5000))
  // One of the two new files is deleted already, and its bytes may belong to the backup of its rows.
  expect((await backUp('third')).out).toContain('Files: 2 copied')
  const { held_until } = await app.services.db.read
    .selectFrom('file_store')
    .select('held_until')
    .executeTakeFirstOrThrow()
  expect(held_until).toBe(0)
})

test('F24 a restore checks the bytes, lists those that are missing, and everything else works', async () => {
  const damaged = copiesIn(join(folder, 'files')).find(path => statSync(path).size === 9_000_000)
  writeFileSync(damaged!, toAudio(9_000_000))
  const dataDir = scratchDir()
  const { url: databaseUrl, drop } = await ownDatabase()
  const place = { dataDir, databaseUrl }
  try {
    // The store of a library that continues is not used.
    const beside = { ...place, files: app.services.config.files }
    const refused = await admin(beside, 'restore', join(folder, 'third'), '--files', join(folder, 'files'))
    expect(refused.out).toContain('No files were restored. ')
    expect(refused.out).toContain('has the files of another library')
    const bare = await admin(place, 'restore', join(folder, 'third'), '--replace')
    expect([bare.code, bare.error]).toEqual([0, ''])
    expect(bare.out).toContain('5 of 5 uploaded files are missing. Restore them with --files DIR.')
    const whole = await admin(
      place,
      'restore',
      join(folder, 'third'),
      '--replace',
      '--files',
      join(folder, 'files'),
    )
    expect([whole.code, whole.error]).toEqual([0, ''])
    expect(whole.out).toContain('Files: 4 copied, 0 there already.')
    expect(whole.out).toContain('1 files are not in')
    const db = openDb(place)
    try {
      expect((await checkIntegrity(db, app.clock.now)).findings).toEqual([])
      const uploads = await db.read.selectFrom('uploads').select('state').execute()
      expect(uploads.map(upload => upload.state)).not.toContain('open')
      const { reserved_bytes } = await db.read
        .selectFrom('people')
        .select('reserved_bytes')
        .executeTakeFirstOrThrow()
      expect(reserved_bytes).toBe(0)
    } finally {
      await db.close()
    }
    const checked = await admin(place, 'integrity', '--deep')
    expect(checked.out).toContain('5 stored files checked with all their bytes.')
    expect(checked.code).toBe(1)
    expect(checked.out).toContain('1 files whose bytes are missing in the store')
  } finally {
    await drop()
    rmSync(dataDir, { recursive: true })
  }
})

test('F16 integrity names bytes that someone removed or changed behind the server', async () => {
  const { config, fileStore: store } = app.services
  expect((await admin(config, 'integrity', '--files')).code).toBe(0)
  const [small, large] = await app.services.db.read
    .selectFrom('blobs')
    .select(['id', 'size'])
    .where('size', 'in', [1000, 3000])
    .orderBy('size')
    .execute()
  await putObject(store, small!.id, toAudio(1000))
  expect((await admin(config, 'integrity', '--files')).code).toBe(0)
  const deep = await admin(config, 'integrity', '--deep')
  expect(deep.out).toContain(`1 files whose bytes were changed in the store (${small!.id})`)
  await store.remove([large!.id])
  const found = await admin(config, 'integrity', '--files')
  expect(found.code).toBe(1)
  expect(found.out).toContain(`1 files whose bytes are missing in the store (${large!.id})`)
})
