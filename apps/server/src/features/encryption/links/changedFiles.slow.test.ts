import {
  changeFolderKey,
  getFolderKeys,
  updateEnc,
  updateEncFolders,
} from '@nestmark/contract/encryption/encryption'
import { downloadUrl } from '@nestmark/contract/files'
import { moveLinks, updateLink } from '@nestmark/contract/links/links'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { toSealedLength } from '@nestmark/core/sealedFile'
import { describe, expect, test } from 'vitest'
import { sendParts, toAudio, uploadFile } from '../../../test/support/files.ts'
import { filesRead } from '../../../test/support/jobs.ts'
import { signIn, toOutcome } from '../../../test/support/people.ts'
import {
  ada,
  app,
  create,
  encrypt,
  folder,
  giveKey,
  key,
  makeKey,
  openLink,
  read,
  save,
  sealLink,
  setUpFixture,
} from '../fixture.testing.ts'
import {
  bytesOf,
  gif,
  inOrder,
  saveEncrypted,
  savePictures,
  statusOf,
  toPlain,
  toSealed,
  upload,
} from './linkFiles.testing.ts'
import { resealFiles, sealUploads, uploadSealed } from './sealedFiles.testing.ts'

setUpFixture()

describe('encrypting', () => {
  test('ENC-12 replaces the files of a link by encrypted ones, in their order', async () => {
    const files = [gif('GIF89a the first of two pictures.'), gif('GIF89a the second of two pictures')]
    const { _id, s3_key: previous } = await savePictures(files)
    const { url } = await ada.call(downloadUrl, { link_id: _id })
    expect(await statusOf(url)).toBe(200)
    await encrypt([await toSealed(_id, files)])
    const link = await read(_id)
    expect(link).toMatchObject({ enc: 1, isFile: 1, thumbnail: '', linkVideoType: 0, subCategory: null })
    expect(link.size).toBe(files.reduce((sum, { length }) => sum + toSealedLength(length), 0))
    expect(link.s3_key).toHaveLength(2)
    expect(link.media).toMatchObject({ name: '', state: 'ready', more: [''] })
    expect(JSON.stringify(link)).not.toMatch(/Heron|gif/)
    for (const [index, bytes] of files.entries())
      expect((await bytesOf(link, key, index)).equals(bytes)).toBe(true)
    expect(await statusOf(url)).toBe(404)
    expect(link.s3_key.map(each => each.file)).not.toContain(previous[0]!.file)
    await inOrder()
  })

  test('ENC-12 E03 rejects missing or too many files, uploads in plain text and those of others, and changes nothing', async () => {
    const bytes = gif()
    const { _id } = await savePictures([bytes, bytes])
    const sealed = await toSealed(_id, [bytes, bytes, bytes])
    const encryptWith = (s3_key?: typeof sealed.s3_key) => toOutcome(encrypt([{ ...sealed, s3_key }]))
    const [one, two, three] = sealed.s3_key as [Entry, Entry, Entry]
    for (const given of [undefined, [], [one], [one, two, three]])
      expect(await encryptWith(given)).toBe('encryption.filesMissing')
    const clear = { ...two, file: await upload(bytes) }
    expect(await encryptWith([one, clear])).toBe('files.notEncrypted')
    expect(await encryptWith([one, one])).toBe('files.uploadNotFound')
    const [other] = (await savePictures([gif('GIF89a a picture of another link.')])).s3_key
    // The file of another link is no upload.
    expect(await encryptWith([one, { ...two, file: other!.file }])).toBe('files.uploadNotFound')
    const willem = await signIn(app, 'willem', 2)
    await ada.call(setPermissions, { folder_id: folder, read: 1, write: 1, write_members: [willem.id] })
    const theirs = await uploadSealed(app, willem, bytes, { parent: folder })
    expect(await encryptWith([one, { ...two, file: theirs.file }])).toBe('files.uploadNotFound')
    expect(await toOutcome(willem.call(updateEnc, { links: [{ ...sealed, s3_key: [one, two] }] }))).toBe(
      'files.uploadNotFound',
    )
    const foreign = await sealUploads(await makeKey(folder), _id, [{ file: two.file, secret: theirs.secret }])
    expect(await encryptWith([one, foreign[0]!])).toBe('encryption.mixed')
    const bare = await save({ name: 'Without files' })
    const withFile = { ...(await sealLink(key, bare, { name: 'Without' })), s3_key: [one] }
    expect(await toOutcome(encrypt([withFile]))).toBe('encryption.filesMissing')
    expect(await read(_id)).toMatchObject({ enc: 0, version: 1, media: { name: 'Heron.gif' } })
    await encrypt([{ ...sealed, s3_key: [two, one] }])
    await inOrder()
  })

  test('E09 encrypts none of several links when the files of one are missing; else all, with others without files', async () => {
    const ids = [(await savePictures([gif()]))._id, (await savePictures([gif()]))._id]
    const bare = await save({ name: 'Bare' })
    const sealed = await Promise.all([toSealed(ids[0]!, [gif()]), toSealed(ids[1]!, [gif()])])
    const all = [...sealed, await sealLink(key, bare, { name: 'Bare' })]
    const missing = [sealed[0]!, { ...sealed[1]!, s3_key: [] }, all[2]!]
    expect(await toOutcome(encrypt(missing))).toBe('encryption.filesMissing')
    for (const id of [...ids, bare]) expect((await read(id)).enc).toBe(0)
    expect(await encrypt(all)).toMatchObject({ changed: 3 })
    for (const id of ids) expect((await bytesOf(await read(id))).equals(gif())).toBe(true)
    expect(await read(bare)).toMatchObject({ enc: 1, isFile: 0, s3_key: [] })
    expect(await toOutcome(encrypt([sealed[0]!]))).toBe('encryption.alreadyEncrypted')
  })

  test('ENC-12 gives a collection its key and encrypts its links with files in one call', async () => {
    const parent = await create('Other')
    const fresh = await makeKey(parent)
    const { _id } = await savePictures([gif()], parent)
    await ada.call(updateEncFolders, { folders: [{ _id: parent, enc_id: fresh.enc_id }] })
    const sealed = await toSealed(_id, [gif()], fresh, parent)
    await ada.call(updateEncFolders, { folders: [], links: [sealed] })
    expect((await bytesOf(await read(_id), fresh)).equals(gif())).toBe(true)
  })
})

type Entry = { file: string; sealed: string }

describe('decrypting', () => {
  test('ENC-12 uploads in plain text replace the encrypted files, and the server reads them like new ones', async () => {
    const bytes = gif()
    const link = await saveEncrypted([bytes])
    const { url } = await ada.call(downloadUrl, { link_id: link._id })
    const { file } = await uploadSealed(app, ada, bytes, { parent: folder })
    const clear = { file: await upload(bytes) }
    for (const given of [undefined, [], [clear, clear]])
      expect(await toOutcome(encrypt([toPlain(link._id, given)]))).toBe('encryption.filesMissing')
    expect(await toOutcome(encrypt([toPlain(link._id, [{ file }])]))).toBe('files.encrypted')
    expect(await toOutcome(encrypt([toPlain(link._id, [{ file: link.s3_key[0]!.file }])]))).toBe(
      'files.uploadNotFound',
    )
    const song = await uploadFile(app, ada, toAudio(100), { parent: folder })
    expect(await toOutcome(encrypt([toPlain(link._id, [{ ...clear, thumb: song }])]))).toBe(
      'files.categoryWrong',
    )
    await encrypt([
      toPlain(link._id, [{ ...clear, thumb: await upload(gif('GIF89a a thumbnail of the bird')) }]),
    ])
    await filesRead(app)
    const after = await read(link._id)
    expect(after).toMatchObject({ enc: 0, name: 'Herons', isFile: 1, size: bytes.length, subCategory: 2 })
    expect(after.media).toMatchObject({ name: 'Heron.gif', media_type: 'image/gif', state: 'failed' })
    expect(after.s3_key).toEqual([
      { file: expect.stringMatching(/\.gif$/), thumb: expect.stringMatching(/\.gif$/) },
    ])
    expect(await statusOf(url)).toBe(404)
    const { url: now } = await ada.call(downloadUrl, { link_id: link._id })
    expect(Buffer.from(await (await fetch(app.origin + now)).arrayBuffer()).equals(bytes)).toBe(true)
    await inOrder()
  })

  test('ENC-12 decrypts a link with the file it has after a change of its category', async () => {
    const { _id } = await savePictures([gif()])
    await ada.call(updateLink, { link_id: _id, category: 3 })
    await encrypt([await toSealed(_id, [gif()])])
    await encrypt([toPlain(_id, [{ file: await upload(gif()) }])])
    expect(await read(_id)).toMatchObject({ enc: 0, category: 3, isFile: 1 })
    await filesRead(app)
    await inOrder()
  })
})

describe('another key', () => {
  test('F04 E10 the files of a replaced key keep their bytes and get new envelopes, all or none', async () => {
    const files = [gif('GIF89a the first of two pictures.'), gif('GIF89a the second of two pictures')]
    const link = await saveEncrypted(files)
    const other = await saveEncrypted([gif()])
    const next = await makeKey(folder)
    await ada.call(changeFolderKey, { folders: [{ _id: folder, from: key.enc_id, to: next.enc_id }] })
    const resealed = await resealFiles(key, next, link)
    const texts = await sealLink(next, link._id, { name: 'Herons' })
    const rotate = (s3_key?: Entry[]) => toOutcome(encrypt([{ ...texts, s3_key }], { from_key: key.kid }))
    const [one, two] = resealed as [Entry, Entry]
    const another = await uploadSealed(app, ada, gif(), { parent: folder })
    for (const given of [
      undefined,
      [],
      [one],
      [two, one],
      [one, one],
      [one, two, two],
      // A file of another link, an upload, and text that is none of them.
      [one, { ...two, file: other.s3_key[0]!.file }],
      [one, { ...two, file: another.file }],
      [one, { ...two, file: 'x' }],
    ])
      expect(await rotate(given)).toBe('encryption.filesMissing')
    expect(await rotate([one, link.s3_key[1] as Entry])).toBe('encryption.mixed')
    expect((await read(link._id)).s3_key).toEqual(link.s3_key)
    expect(await rotate([one, two])).toBe('done')
    const after = await read(link._id)
    expect(after.s3_key.map(each => each.file)).toEqual(link.s3_key.map(each => each.file))
    for (const [index, bytes] of files.entries())
      expect((await bytesOf(after, next, index)).equals(bytes)).toBe(true)
    await expect(bytesOf(after, key)).rejects.toThrow('This cannot be decrypted.')
    const rest = {
      ...(await sealLink(next, other._id, { name: 'Other' })),
      s3_key: await resealFiles(key, next, other),
    }
    await encrypt([rest], { from_key: key.kid })
    expect((await ada.call(getFolderKeys, { folder_id: folder })).former_keys).toEqual([])
    await inOrder()
  })

  test('E10 moves a link with its files to a collection with another key, and with one key as it is', async () => {
    const link = await saveEncrypted([gif()])
    const [twin, other] = [await create('Twin'), await create('Other')]
    await giveKey(ada, twin, key.raw)
    const otherKey = await giveKey(ada, other)
    await ada.call(moveLinks, { links: [link._id], move_to: twin })
    expect(await read(link._id)).toMatchObject({ parent: twin, s3_key: link.s3_key })
    expect(await toOutcome(ada.call(moveLinks, { links: [link._id], move_to: other }))).toBe(
      'encryption.otherKey',
    )
    const texts = await sealLink(otherKey, link._id, { name: 'Herons' })
    const to = { from_key: key.kid, move_to: other }
    expect(await toOutcome(encrypt([texts], to))).toBe('encryption.filesMissing')
    await encrypt([{ ...texts, s3_key: await resealFiles(key, otherKey, link) }], to)
    const moved = await read(link._id)
    expect(moved.parent).toBe(other)
    expect((await openLink(otherKey, moved)).name).toBe('Herons')
    expect((await bytesOf(moved, otherKey)).equals(gif())).toBe(true)
    const open = await create('Open')
    await encrypt([toPlain(link._id, [{ file: await upload(gif()) }])], { move_to: open })
    expect(await read(link._id)).toMatchObject({ parent: open, enc: 0, isFile: 1 })
    await filesRead(app)
    await inOrder()
  })
})

test('ENC-12 rejects parts that arrive after the end of an encrypted upload', async () => {
  const { file } = await uploadSealed(app, ada, gif(), { parent: folder })
  const late = { url: `/files/uploads/${file}`, part_size: 8, size: 8 } as Parameters<typeof sendParts>[2]
  await expect(sendParts(app, ada, late, gif())).rejects.toThrow()
})
