import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { deleteAccount } from '@nestmark/contract/accounts'
import { copyCollection, getCollection } from '@nestmark/contract/collections'
import { listEncryptedLinks, saveEncryptedLink } from '@nestmark/contract/encryption/encryption'
import { exportLibrary } from '@nestmark/contract/transfer/libraryExport'
import { deleteLinks } from '@nestmark/contract/links/links'
import { answerOffer, offerCollection } from '@nestmark/contract/sharing/ownershipTransfer'
import { getStorage } from '@nestmark/contract/session'
import { setPermissions } from '@nestmark/contract/sharing/share'
import type { Link } from '@nestmark/contract/shapes'
import { getStorageDetails } from '@nestmark/contract/storage'
import { toSealedLength } from '@nestmark/core/sealedFile'
import { expect, test } from 'vitest'
import { openDb } from '../../../db/openDb.ts'
import { checkIntegrity } from '../../../db/integrity.ts'
import { admin } from '../../../test/support/admin.ts'
import { ownDatabase } from '../../../test/support/app.ts'
import { waitForEnd } from '../../../test/support/jobs.ts'
import { type Person, signIn } from '../../../test/support/people.ts'
import { scratchDir } from '../../../test/support/scratch.ts'
import { unzip } from '../../../test/support/zip.ts'
import { sweep } from '../../uploads/storage/sweepFiles.job.ts'
import { ada, app, folder, key, newLinkId, read, sealLink, setUpFixture } from '../fixture.testing.ts'
import { inOrder } from './linkFiles.testing.ts'
import { openSealedFile, openSecret, readChunks, sealUploads, uploadSealed } from './sealedFiles.testing.ts'

setUpFixture()

/** Longer than a part of an upload, so that backups check it in other parts than it was sent in. */
const large = randomBytes(9 * 1024 * 1024)

async function saveSealed(files: readonly Buffer[], who: Person = ada, parent = folder): Promise<Link> {
  const uploads = await Promise.all(files.map(bytes => uploadSealed(app, who, bytes, { parent })))
  const _id = newLinkId()
  const { enc: _, ...texts } = await sealLink(key, _id, { name: 'With files' })
  const s3_key = await sealUploads(key, _id, uploads)
  return who.call(saveEncryptedLink, { ...texts, category: 4, parent, s3_key })
}

test('ENC-12 IO-02 the export of everything has the bytes under neutral names, and their envelopes', async () => {
  const files = [large, randomBytes(500)]
  const link = await saveSealed(files)
  const { url } = await ada.call(exportLibrary, {})
  const zip = await unzip(Buffer.from(await (await fetch(app.origin + url)).arrayBuffer()))
  const json = JSON.parse(zip.get('nestmark.json')!.bytes.toString()) as {
    links: { id: string; files: { path: string; sealed: string; name: string; media_type: string }[] }[]
  }
  const exported = json.links.find(each => each.id === link._id)!.files
  expect(exported.map(file => file.sealed)).toEqual(link.s3_key.map(file => file.sealed))
  for (const [index, file] of exported.entries()) {
    expect(file).toMatchObject({ name: '', media_type: 'application/octet-stream' })
    expect(file.path).toMatch(/^encrypted-files\/Secrets\/file ~[0-9a-f]{10}\.bin$/)
    const secret = await openSecret(key, link, index)
    const plain = await openSealedFile(secret, zip.get(file.path)!.bytes)
    expect(plain.equals(files[index]!)).toBe(true)
  }
})

test('ENC-12 F24 a backup and its restore keep the bytes, which every check finds complete', async () => {
  const link = await saveSealed([large, randomBytes(70)])
  const target = scratchDir()
  const dataDir = scratchDir()
  const { url: databaseUrl, drop } = await ownDatabase()
  try {
    const files = join(target, 'files')
    const backup = await admin(app.services.config, 'backup', join(target, 'rows'), '--files', files)
    expect([backup.code, backup.error]).toEqual([0, ''])
    expect(readdirSync(files).length).toBeGreaterThan(0)
    const place = { dataDir, databaseUrl }
    const restored = await admin(place, 'restore', join(target, 'rows'), '--replace', '--files', files)
    expect([restored.code, restored.error]).toEqual([0, ''])
    expect(restored.out).not.toContain('missing')
    const db = openDb(place)
    try {
      expect((await checkIntegrity(db, app.clock.now)).findings).toEqual([])
      const rows = await db.read
        .selectFrom('files')
        .select(['id', 'sealed'])
        .where('link_id', '=', link._id)
        .orderBy('position')
        .execute()
      expect(rows.map(row => ({ file: row.id, thumb: '', sealed: row.sealed }))).toEqual(link.s3_key)
    } finally {
      await db.close()
    }
    const checked = await admin(place, 'integrity', '--deep')
    expect([checked.code, checked.error]).toEqual([0, ''])
  } finally {
    await drop()
    for (const path of [target, dataDir]) rmSync(path, { recursive: true })
  }
})

test('ENC-12 a transfer of the collection gives the new owner the bytes, and their counters', async () => {
  const willem = await signIn(app, 'willem', 2)
  await ada.call(setPermissions, { folder_id: folder, read: 1, write: 1, write_members: [willem.id] })
  const bytes = randomBytes(4000)
  const link = await saveSealed([bytes])
  // A member's upload is counted for the owner.
  const theirs = await saveSealed([bytes], willem)
  const size = 2 * toSealedLength(bytes.length)
  expect((await ada.call(getStorageDetails, {})).encrypted).toEqual({ files: 2, bytes: size })
  await ada.call(offerCollection, { folder_id: folder, person_id: willem.id })
  await willem.call(answerOffer, { folder_id: folder, accept: 1 })
  await expect
    .poll(async () => (await willem.call(getCollection, { folder_id: folder })).folder.role)
    .toBe('owner')
  for (const { _id } of [link, theirs])
    expect((await readChunks(app, willem, key, { link: await read(_id, willem) })).equals(bytes)).toBe(true)
  expect((await willem.call(getStorageDetails, {})).encrypted).toEqual({ files: 2, bytes: size })
  expect((await ada.call(getStorage, {})).storage_used).toBe(0)
  await inOrder()
})

test('ENC-12 a copy of the collection, and a list without texts, have no encrypted file', async () => {
  const link = await saveSealed([randomBytes(100)])
  const { job } = await ada.call(copyCollection, { folder_id: folder })
  await waitForEnd(ada, job)
  const count = async () =>
    (await app.services.db.read.selectFrom('files').select('id').where('owner_id', '=', ada.id).execute())
      .length
  expect(await count()).toBe(1)
  const { links } = await ada.call(listEncryptedLinks, { folder_id: folder, texts: 0 })
  expect(links).toEqual([expect.objectContaining({ _id: link._id, s3_key: [], isFile: 1 })])
  const bare = await ada.call(listEncryptedLinks, { folder_id: folder, bare: 1 })
  expect(bare.links[0]!.s3_key).toEqual(link.s3_key)
})

test('ENC-12 a deleted link and a deleted account free the bytes, and the sweep removes them', async () => {
  const dora = await signIn(app, 'dora', 2)
  const [link, other] = [await saveSealed([randomBytes(100)]), await saveSealed([randomBytes(300)])]
  const blobs = async () => {
    const rows = await app.services.db.read
      .selectFrom('files')
      .select('blob_id')
      .where('link_id', 'in', [link._id, other._id])
      .execute()
    return rows.map(row => row.blob_id)
  }
  const keys = await blobs()
  await ada.call(deleteLinks, { linkIdArr: [link._id] })
  expect((await ada.call(getStorage, {})).storage_used).toBe(toSealedLength(300))
  await ada.call(deleteAccount, {})
  app.services.jobs.wake()
  const rest = () => app.services.db.read.selectFrom('people').select('id').where('id', '=', ada.id).execute()
  await expect.poll(rest).toEqual([])
  app.clock.now += 2 * 3_600_000
  await expect
    .poll(async () => {
      await sweep(app.services)
      return Promise.all(keys.map(each => app.services.fileStore.readSize(each)))
    })
    .toEqual([null, null])
  expect((await dora.call(getStorage, {})).storage_used).toBe(0)
})
