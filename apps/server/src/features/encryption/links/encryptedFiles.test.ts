import { addKey } from '@nestmark/contract/apiKeys'
import * as contract from '@nestmark/contract/encryption/encryption'
import { downloadUrl, finishUpload, getUpload, readFilesAgain, startUpload } from '@nestmark/contract/files'
import { listCollectionLinks, saveLink } from '@nestmark/contract/links/links'
import { getStorage } from '@nestmark/contract/session'
import { removeMember, setPermissions } from '@nestmark/contract/sharing/share'
import { getStorageDetails, listStoredLinks } from '@nestmark/contract/storage'
import { maxFileBytes } from '@nestmark/core/media/mediaTypes'
import { sealedChunkLength, sealedPartLength, toSealedLength } from '@nestmark/core/sealedFile'
import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readDigest } from '../../../blobStorage/parts.ts'
import { beginUpload, sendParts, toAudio, toGif, uploadFile } from '../../../test/support/files.ts'
import { type Person, signIn, toOutcome } from '../../../test/support/people.ts'
import { readPublicContent } from '../../links/publicContent.ts'
import {
  ada,
  app,
  create,
  folder,
  giveKey,
  key,
  linksOf,
  makeKey,
  newLinkId,
  read,
  sealLink,
  setUpFixture,
} from '../fixture.testing.ts'
import {
  openSealedFile,
  openSecret,
  readChunks,
  sealUploads,
  type SealedUpload,
  uploadSealed,
} from './sealedFiles.testing.ts'

setUpFixture()

const anUpload = (size = 1000) => uploadSealed(app, ada, randomBytes(size), { parent: folder })

/** Returns the input that saves an encrypted link with uploads. */
async function toForm(uploads: readonly SealedUpload[], parent = folder, by = key) {
  const _id = newLinkId()
  const { enc: _, ...sealed } = await sealLink(by, _id, { name: 'With files' })
  return { ...sealed, category: 4, parent, s3_key: await sealUploads(by, _id, uploads) }
}

const saveSealed = async (uploads: readonly SealedUpload[], who: Person = ada) =>
  who.call(contract.saveEncryptedLink, await toForm(uploads))

const start = (change: object, who = ada) =>
  toOutcome(
    who.call(startUpload, { name: '', content_type: '', size: 1016, parent: folder, enc: 1, ...change }),
  )

describe('uploading', () => {
  test('ENC-07 stores a file of several parts as its client encrypted it, and serves it in ranges that decrypt', async () => {
    const bytes = randomBytes(9 * 1024 * 1024 + 5)
    const upload = await uploadSealed(app, ada, bytes, { parent: folder, name: 'Film.mp4' })
    const link = await saveSealed([upload])
    expect(link).toMatchObject({
      enc: 1,
      isFile: 1,
      size: toSealedLength(bytes.length),
      subCategory: null,
      linkVideoType: 0,
      s3_key: [{ file: expect.stringMatching(/^[\w-]{22}$/), thumb: '', sealed: expect.any(String) }],
      media: {
        name: '',
        media_type: 'application/octet-stream',
        state: 'ready',
        width: null,
        height: null,
        duration: null,
        pages: null,
        peaks: null,
        fault: null,
        title: '',
        artist: '',
        play_type: '',
      },
    })
    expect(await linksOf(ada, folder)).toEqual([expect.objectContaining({ s3_key: link.s3_key })])
    expect((await openSecret(key, link)).name).toBe('Film.mp4')
    expect((await readChunks(app, ada, key, { link })).equals(bytes)).toBe(true)
    const middle = bytes.subarray(8 * 1024 * 1024)
    expect((await readChunks(app, ada, key, { link, numbers: [8, 9] })).equals(middle)).toBe(true)
    await app.services.openedFiles.flush()
    const opened = app.services.db.read.selectFrom('files').select('opened_at')
    expect(await opened.where('link_id', '=', link._id).execute()).toEqual([{ opened_at: app.clock.now }])
    const { url } = await ada.call(downloadUrl, { link_id: link._id })
    const whole = await fetch(app.origin + url)
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename=file',
      'accept-ranges': 'bytes',
    })
    const sealed = new Uint8Array(await whole.arrayBuffer())
    expect((await openSealedFile(upload.secret, sealed)).equals(bytes)).toBe(true)
    // The digest is that of the parts in which backups and moves check all objects.
    const blob = await app.services.db.read
      .selectFrom('blobs')
      .selectAll()
      .where('size', '=', sealed.length)
      .where('owner_id', '=', ada.id)
      .executeTakeFirstOrThrow()
    const stored = (await app.services.fileStore.read(blob.id))!
    expect(blob.digest).toBe(await readDigest(stored, sealed.length))
  })

  test('ENC-07 requires complete chunks in parts, ignores the name and type, and does not look at the bytes', async () => {
    const gif = toGif('GIF89a a picture that was not encrypted')
    const form = { name: 'Secret name.gif', content_type: 'image/gif', size: gif.length, parent: folder }
    const upload = await ada.call(startUpload, { ...form, enc: 1 })
    expect(upload.part_size).toBe(sealedPartLength)
    expect(upload.part_size % sealedChunkLength).toBe(0)
    await sendParts(app, ada, upload, gif)
    const id = { upload_id: upload.upload_id }
    const done = { key: upload.upload_id, name: '', size: gif.length, media_type: 'application/octet-stream' }
    expect(await ada.call(finishUpload, { ...id, peaks: [1, 2] })).toEqual(done)
    expect(await ada.call(finishUpload, id)).toEqual(done)
    expect(await ada.call(getUpload, id)).toMatchObject({ state: 'ready' })
    const row = await app.services.db.read
      .selectFrom('uploads')
      .selectAll()
      .where('id', '=', upload.upload_id)
      .executeTakeFirstOrThrow()
    expect([row.name, row.media_type, row.peaks]).toEqual(['', 'application/octet-stream', null])
  })

  test('U04 rejects an impossible size, a thumbnail, a collection without a key and other people', async () => {
    for (const size of [1, 15, sealedChunkLength + 16, sealedChunkLength + 1])
      expect([size, await start({ size })]).toEqual([size, 'files.encryptedSize'])
    for (const size of [0, 16]) expect(await start({ size })).toBe('files.empty')
    expect(await start({ size: toSealedLength(maxFileBytes) + 1 })).toBe('files.tooLarge')
    expect(await start({ size: toSealedLength(maxFileBytes) })).toBe('done')
    expect(await start({ purpose: 'thumb' })).toBe('files.encrypted')
    const open = await create('Open')
    expect(await start({ parent: open })).toBe('encryption.noKey')
    expect(await start({ parent: undefined })).toBe('encryption.noKey')
    expect(await start({ request_key: 'once' })).toBe('done')
    expect(await start({ request_key: 'once' })).toBe('done')
    expect(await start({ request_key: 'once', enc: 0, name: 'a.mp3', content_type: 'audio/mpeg' })).toBe(
      'request.keyReused',
    )
    const [rosa, xaver] = [await signIn(app, 'rosa', 2), await signIn(app, 'xaver', 2)]
    await ada.call(setPermissions, { folder_id: folder, read: 1, write: 0, read_members: [rosa.id] })
    expect(await start({}, rosa)).toBe('collections.readOnly')
    expect(await start({}, xaver)).toBe('collections.notFound')
    const [reader, writer] = [await apiKey('read'), await apiKey('write')]
    expect(await start({}, reader)).toBe('keys.readOnly')
    expect(await start({}, writer)).toBe('done')
  })
})

const apiKey = async (scope: 'read' | 'write'): Promise<Person> => {
  const token = `Zt4mQ9xW2kLr7VbN5cHs8Jd${scope === 'read' ? 'R' : 'W'}`
  await ada.call(addKey, { key: token, name: scope, scope })
  return { ...ada, token, call: app.as(token) }
}

describe('saving', () => {
  test('ENC-07 a repeated call saves a link with its files once', async () => {
    const form = await toForm([await anUpload(), await anUpload()])
    const call = () => ada.call(contract.saveEncryptedLink, form)
    const saved = await Promise.all([call(), call(), call()])
    expect(new Set(saved.map(link => JSON.stringify(link.s3_key))).size).toBe(1)
    expect(saved[0]!.s3_key).toHaveLength(2)
    expect(saved[0]!.media!.more).toEqual([''])
    expect(await linksOf(ada, folder)).toHaveLength(1)
    expect(await call()).toMatchObject({ s3_key: saved[0]!.s3_key })
  })

  test('E03 U01 rejects an upload in plain text, of another user, used twice or with another key', async () => {
    const saveOf = async (uploads: readonly SealedUpload[], change: object = {}) =>
      toOutcome(ada.call(contract.saveEncryptedLink, { ...(await toForm(uploads)), ...change }))
    const upload = await anUpload()
    const clear = await uploadFile(app, ada, toAudio(100), { parent: folder })
    expect(await saveOf([{ ...upload, file: clear }])).toBe('files.notEncrypted')
    expect(await saveOf([upload, upload])).toBe('files.uploadNotFound')
    for (const file of ['x', '../../etc/passwd', newLinkId()])
      expect(await saveOf([{ ...upload, file }])).toBe('files.uploadNotFound')
    const willem = await signIn(app, 'willem', 2)
    await ada.call(setPermissions, { folder_id: folder, read: 1, write: 1, write_members: [willem.id] })
    const theirs = await uploadSealed(app, willem, randomBytes(10), { parent: folder })
    expect(await saveOf([theirs])).toBe('files.uploadNotFound')
    const unfinished = await ada.call(startUpload, {
      name: '',
      content_type: '',
      size: 1016,
      parent: folder,
      enc: 1,
    })
    expect(await saveOf([{ ...upload, file: unfinished.upload_id }])).toBe('files.uploadNotFound')
    const other = await makeKey(folder)
    const mixed = await sealUploads(other, newLinkId(), [upload])
    expect(await saveOf([upload], { s3_key: mixed })).toBe('encryption.mixed')
    expect(await toOutcome(ada.call(contract.saveEncryptedLink, await toForm([upload], folder, other)))).toBe(
      'encryption.otherKey',
    )
    const [entry] = await sealUploads(key, newLinkId(), [upload])
    for (const sealed of ['', 'in clear', `${entry!.sealed}A`, `${entry!.sealed}${'A'.repeat(8000)}`])
      expect(await saveOf([upload], { s3_key: [{ ...entry, sealed }] })).toBe('encryption.notAnEnvelope')
    expect(await saveOf([upload], { s3_key: Array.from({ length: 11 }, () => entry) })).toBe(
      'request.invalid',
    )
    // Another collection's key: the upload belongs to its owner, not to a collection.
    const twin = await create('Twin')
    const twinKey = await giveKey(ada, twin)
    expect(await toOutcome(ada.call(contract.saveEncryptedLink, await toForm([upload], twin, twinKey)))).toBe(
      'done',
    )
    expect(await saveOf([upload])).toBe('files.uploadNotFound')
  })

  test('E03 an encrypted upload does not become a file, or a thumbnail, of a link in plain text', async () => {
    const { file } = await anUpload()
    const clear = await uploadFile(app, ada, toAudio(100), { parent: folder })
    const form = { name: 'Sound', desc: 'Words', parent: folder, plain: 1 as const }
    for (const category of [1, 2, 4, 5])
      expect(await toOutcome(ada.call(saveLink, { ...form, category, s3_key: [{ file }] }))).toBe(
        'files.encrypted',
      )
    const s3_key = [{ file: clear, thumb: file }]
    expect(await toOutcome(ada.call(saveLink, { ...form, category: 5, s3_key }))).toBe('files.encrypted')
    expect(await toOutcome(ada.call(saveLink, { ...form, category: 5, s3_key: [{ file: clear }] }))).toBe(
      'done',
    )
  })
})

describe('who may read', () => {
  test('E12 owner and members have envelopes and bytes; visitors and users without access have neither', async () => {
    const [rosa, xaver] = [await signIn(app, 'rosa', 2), await signIn(app, 'xaver', 2)]
    const bytes = randomBytes(2000)
    const link = await saveSealed([await uploadSealed(app, ada, bytes, { parent: folder })])
    const { url: own } = await ada.call(downloadUrl, { link_id: link._id })
    await ada.call(setPermissions, { folder_id: folder, read: 3, write: 0, read_members: [rosa.id] })
    const theirs = await read(link._id, rosa)
    expect(theirs.s3_key).toEqual(link.s3_key)
    expect((await readChunks(app, rosa, key, { link: theirs })).equals(bytes)).toBe(true)
    for (const who of [xaver.call, app.as(null)]) {
      expect(await toOutcome(who(downloadUrl, { link_id: link._id }))).toBe('files.notFound')
      const { links } = await who(listCollectionLinks, { folder_id: folder })
      expect(links).toHaveLength(1)
      expect(links[0]).toMatchObject({ enc: 1, name: '', s3_key: [], isFile: 0, size: 0 })
      expect(links[0]!.media).toBeUndefined()
    }
    const content = await readPublicContent(app.services, folder, { query: '', ip: '192.0.2.1' })
    expect(content!.links).toEqual([])
    // The address of a member ends with the membership, although the collection is public.
    const { url } = await rosa.call(downloadUrl, { link_id: link._id })
    expect((await fetch(app.origin + url)).status).toBe(200)
    await ada.call(removeMember, { folder_id: folder, person_id: rosa.id })
    expect((await fetch(app.origin + url)).status).toBe(404)
    expect((await fetch(app.origin + own)).status).toBe(200)
    expect(await toOutcome(rosa.call(readFilesAgain, { link_id: link._id }))).toBe('links.readOnly')
  })

  test('ENC-07 no job reads an encrypted file, and asking for it changes nothing', async () => {
    const link = await saveSealed([await anUpload()])
    const jobs = () =>
      app.services.db.read.selectFrom('jobs').select('id').where('payload', 'like', `%${link._id}%`).execute()
    expect(await jobs()).toEqual([])
    await ada.call(readFilesAgain, { link_id: link._id })
    expect(await jobs()).toEqual([])
    expect((await read(link._id)).media).toMatchObject({ state: 'ready', fault: null })
  })
})

describe('storage', () => {
  test('PLAN-08 encrypted files count for the owner as a kind of their own', async () => {
    const link = await saveSealed([await anUpload(1000), await anUpload(2000)])
    const clear = await uploadFile(app, ada, toAudio(500), { parent: folder })
    const form = { name: 'Sound', category: 5, parent: folder, plain: 1 as const }
    await ada.call(saveLink, { ...form, s3_key: [{ file: clear }] })
    const sealed = toSealedLength(1000) + toSealedLength(2000)
    const storage = await ada.call(getStorage, {})
    expect(storage.storage_used).toBe(sealed + 500)
    expect(storage.storage_cat).toEqual({ see: 0, watch: 0, explore: 0, read: 0, listen: 500 })
    const details = await ada.call(getStorageDetails, {})
    expect(details.encrypted).toEqual({ files: 2, bytes: sealed })
    expect(details.categories.map(each => each.files)).toEqual([0, 0, 0, 0, 1])
    expect(details.collections).toEqual([expect.objectContaining({ _id: folder, bytes: sealed + 500 })])
    const stored = async (kind: 'all' | 'files' | 'encrypted') =>
      (await ada.call(listStoredLinks, { kind })).links.map(each => [each.enc, each.files, each.bytes])
    expect(await stored('encrypted')).toEqual([[1, 2, sealed]])
    for (const kind of ['all', 'files'] as const)
      expect(await stored(kind)).toEqual([
        [1, 2, sealed],
        [0, 1, 500],
      ])
    expect((await ada.call(listStoredLinks, {})).links[0]!.name).toBe(link.name)
    await beginUpload(ada, 70)
    expect((await ada.call(getStorageDetails, {})).reserved).toBe(70)
  })
})
