import { getCopy } from '@nestmark/contract/reading/copies'
import { updateEnc } from '@nestmark/contract/encryption/encryption'
import { createCollection } from '@nestmark/contract/collections'
import { saveLink } from '@nestmark/contract/links/links'
import { removeStoredFiles } from '@nestmark/contract/storage'
import { rmSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkIntegrity } from '../../../db/integrity.ts'
import { admin } from '../../../test/support/admin.ts'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { saveFile, toAudio, toGif, uploadFile } from '../../../test/support/files.ts'
import { filesRead } from '../../../test/support/jobs.ts'
import { type Person, signIn } from '../../../test/support/people.ts'
import { scratchDir } from '../../../test/support/scratch.ts'
import { textColumnsWhere } from '../../../test/support/textColumns.ts'
import { giveKey, sealLink, type TestKey } from '../fixture.testing.ts'
import { objectsWith, sealUploads, uploadSealed } from '../links/sealedFiles.testing.ts'

/** A word in the names and in the bytes of the files; nothing else has it. */
const word = 'quetzalcoatl'
const secret = (length: number) => Buffer.concat([toAudio(length), Buffer.from(`the ${word} in clear`)])

let app: TestApp
let ada: Person
let folder: string
let key: TestKey
beforeAll(async () => {
  app = await startApp()
})
beforeEach(async () => {
  ada = await signIn(app, 'ada', 2)
  folder = (await ada.call(createCollection, { name: 'Secrets' }))._id
  key = await giveKey(ada, folder)
})
afterAll(async () => {
  expect((await checkIntegrity(app.services.db, app.clock.now)).findings).toEqual([])
  await app.stop()
})

const columnsWithWord = () =>
  textColumnsWhere(app.services.db.read, column => sql`lower(${column}) like ${`%${word}%`}`)
const find = () => objectsWith(app, Buffer.from(word))

async function encrypt(ids: readonly string[], files: readonly Buffer[] = []): Promise<void> {
  const links = await Promise.all(
    ids.map(async id => {
      const uploads = await Promise.all(files.map(bytes => uploadSealed(app, ada, bytes, { parent: folder })))
      const s3_key = await sealUploads(key, id, uploads)
      return { ...(await sealLink(key, id, { name: 'Secret' })), s3_key }
    }),
  )
  await ada.call(updateEnc, { links })
}

test('E02 leaves no bytes, names or facts of files in the store and the database after the call, without an hour between', async () => {
  const bytes = secret(100)
  const link = await saveFile(app, ada, bytes, { name: `${word}.mp3`, parent: folder })
  const doubled = await saveFile(app, ada, bytes, { name: `${word} again.mp3`, parent: folder })
  await filesRead(app)
  expect(await find()).toHaveLength(1)
  expect(await columnsWithWord()).toEqual(expect.arrayContaining(['files.name', 'uploads.name']))
  const digests = await app.services.db.read.selectFrom('blobs').select('digest').execute()
  const before = app.clock.now
  await encrypt([link._id, doubled._id], [bytes])
  // The clock is stopped: the sweep is queued by the call, and does not wait.
  await expect.poll(find).toEqual([])
  expect(app.clock.now).toBe(before)
  expect(await columnsWithWord()).toEqual([])
  await expect
    .poll(() => textColumnsWhere(app.services.db.read, column => sql`${column} = ${digests[0]!.digest}`))
    .toEqual([])
})

test('E02 keeps bytes that another link in plain text uses until the encryption of that link', async () => {
  const bytes = secret(101)
  const [one, two] = [
    await saveFile(app, ada, bytes, { parent: folder }),
    await saveFile(app, ada, bytes, { parent: folder }),
  ]
  await filesRead(app)
  await encrypt([one._id], [bytes])
  // A sweep that ends after the call leaves them.
  await expect.poll(openSweeps).toEqual([])
  expect(await find()).toHaveLength(1)
  await encrypt([two._id], [bytes])
  await expect.poll(find).toEqual([])
})

const openSweeps = () =>
  app.services.db.read
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', 'sweepFiles')
    .where('finished_at', 'is', null)
    .execute()

test('E02 the encryption deletes files that a user removed before and could restore', async () => {
  const link = await saveFile(app, ada, secret(102), { name: `${word}.mp3`, parent: folder })
  await filesRead(app)
  await ada.call(removeStoredFiles, { linkIdArr: [link._id] })
  expect(await find()).toHaveLength(1)
  await encrypt([link._id])
  await expect.poll(find).toEqual([])
  expect(await columnsWithWord()).toEqual([])
})

test('E02 a poster, and a picture of a document that a job reads concurrently, leave nothing', async () => {
  const pdf = Buffer.from(`%PDF-1.7 the words of a ${word} document`)
  const gif = toGif(`GIF89a the ${word} on a thumbnail`)
  const file = await uploadFile(app, ada, pdf, {
    name: `${word}.pdf`,
    type: 'application/pdf',
    parent: folder,
  })
  const thumb = await uploadFile(app, ada, gif, {
    name: `${word}.gif`,
    type: 'image/gif',
    purpose: 'thumb',
    parent: folder,
  })
  const form = {
    name: 'Paper',
    desc: 'Words',
    category: 4,
    parent: folder,
    plain: 1 as const,
    s3_key: [{ file, thumb }],
  }
  const { _id } = await ada.call(saveLink, form)
  // The job that reads the files may be running.
  await encrypt([_id], [pdf])
  await expect.poll(find).toEqual([])
  await filesRead(app)
  expect(await columnsWithWord()).toEqual([])
  const { rows } = await sql`select 1 from links where id = ${_id} and picture_id is not null`.execute(
    app.services.db.read,
  )
  expect(rows).toEqual([])
  expect((await ada.call(getCopy, { link_id: _id })).versions).toEqual([])
})

test('E02 a backup and its files have neither the bytes nor the name', async () => {
  const bytes = secret(103)
  const link = await saveFile(app, ada, bytes, { name: `${word}.mp3`, parent: folder })
  await filesRead(app)
  await encrypt([link._id], [bytes])
  await expect.poll(find).toEqual([])
  const { config } = app.services
  const target = scratchDir()
  try {
    const backup = await admin(config, 'backup', join(target, 'rows'), '--files', join(target, 'files'))
    expect([backup.code, backup.error]).toEqual([0, ''])
    expect(gunzipSync(readFileSync(join(target, 'rows'))).includes(word)).toBe(false)
    const copied = { services: { config: { files: { store: 'disk', folder: join(target, 'files') } } } }
    expect(await objectsWith(copied as TestApp, Buffer.from(word))).toEqual([])
  } finally {
    rmSync(target, { recursive: true })
  }
})
