import { getFolderKeys, saveEncryptedLink } from '@nestmark/contract/encryption/encryption'
import { startUpload } from '@nestmark/contract/files'
import { saveLink } from '@nestmark/contract/links/links'
import { sealedChunkLength } from '@nestmark/core/sealedFile'
import { uploadTexts } from '@nestmark/texts/links/uploads'
import { expect, test } from 'vitest'
import { keyRing } from '../encryption/keyRing.ts'
import { openLinkFiles } from '@nestmark/client/encryption/linkFiles'
import { openLinkTexts } from '@nestmark/client/encryption/linkTexts'
import { makeTestKey } from '@nestmark/client/encryption/testKeys.testing'
import { queryClient } from '../api/queryClient.ts'
import { saveSealed, saveUploaded } from './saveUploaded.ts'
import { createSealing } from './sending/sealing.ts'
import type { Source } from './files/sources.ts'
import type { Upload } from './upload.ts'
import { refuse, startUploadServer, toBytes } from './uploadServer.testing.ts'
import { encryptCollection } from './uploadsPage.testing.ts'

const upload: Upload = {
  id: 'k1',
  order: 1,
  name: 'rails.mp3',
  title: 'rails',
  size: 18,
  type: 'audio/mpeg',
  category: 5,
  parent: 'c1',
  parentName: 'Rails',
  phase: 'sending',
  sent: 0,
}
const file = new Blob([toBytes(18)])
const source: Source & { file: Blob } = { user: 'ada', root: 'root', file, thumbnail: null, isChecked: true }

function setUp() {
  const server = startUploadServer({ partSize: sealedChunkLength })
  const stored: string[] = []
  const options = {
    signal: new AbortController().signal,
    onProgress: () => undefined,
    onStored: (key: string) => stored.push(key),
  }
  const save = (part: Partial<Source> = {}, title?: string) =>
    saveUploaded(upload, { ...source, ...part, file }, options, () => title)
  return { server, stored, options, save }
}

test('UPL-03 gives the link the title that the upload has when its bytes have arrived', async () => {
  const { server, save } = setUp()
  await save({}, 'Rails and sleepers')
  expect(server.inputs(saveLink)[0]?.name).toBe('Rails and sleepers')
})

test('UPL-03 gives the link of an upload that has left the list its previous title', async () => {
  const { server, save } = setUp()
  await save()
  expect(server.inputs(saveLink)[0]?.name).toBe('rails')
})

test('ENC-07 saves a file in plain text in a collection with a key only where its person chose it', async () => {
  const { server, options, save } = setUp()
  await save()
  await saveUploaded({ ...upload, isPlain: true }, source, options, () => undefined)
  expect(server.inputs(saveLink).map(input => input.plain)).toEqual([undefined, 1])
})

test('UPL-06 the list knows the stored file before the saving of its link', async () => {
  const { server, stored, save } = setUp()
  let known: string[] = []
  server.answer(saveLink, () => {
    known = [...stored]
    return { _id: 'l1' } as never
  })
  await save()
  expect(known).toEqual(['file of u1'])
})

test('UPL-03 UPL-07 sends the thumbnail after the file, for the same link', async () => {
  const { server, save } = setUp()
  await save({ thumbnail: new Blob(['jpeg'], { type: 'image/jpeg' }) })
  expect(server.inputs(startUpload)[1]).toMatchObject({
    purpose: 'thumb',
    name: 'thumbnail.jpg',
    content_type: 'image/jpeg',
    parent: 'c1',
    request_key: 'k1-thumb',
  })
  expect(server.inputs(saveLink)[0]?.s3_key).toEqual([{ file: 'file of u1', thumb: 'file of u2' }])
})

test('F17 each attempt to save a link has the key of its upload', async () => {
  const { server, save } = setUp()
  let losses = 2
  server.answer(saveLink, () => {
    if (losses-- > 0) throw refuse(0, 'network')
    return { _id: 'l1' } as never
  })
  await save({ requestKey: 'k2' })
  const saves = server.calls.filter(({ path }) => path === saveLink.path)
  expect(saves.map(({ options }) => options.idempotencyKey)).toEqual(['k2', 'k2', 'k2'])
})

/** An upload to a collection whose key is open. */
async function setUpSealed({ parent = 'c1' as string | null } = {}) {
  const { server, options } = setUp()
  const key = await encryptCollection({ server })
  const sealing = await createSealing()
  server.answer(saveEncryptedLink, ({ _id }) => ({ _id }) as never)
  const save = (title?: string) =>
    saveSealed({ ...upload, parent }, { ...source, peaks: [3, 4] }, sealing, options, () => title)
  return { server, key, sealing, save }
}

test('ENC-04 encrypts the link of an encrypted upload with its title and the known facts of its file', async () => {
  const { server, key, sealing, save } = await setUpSealed()
  await save('A changed title')
  const [input] = server.inputs(saveEncryptedLink)
  expect(input).toMatchObject({ _id: sealing.linkId, parent: 'c1', category: 5 })
  expect(JSON.stringify(input)).not.toMatch(/rails|changed|audio/)
  expect(await openLinkTexts(key.key, sealing.linkId, input as never)).toMatchObject({
    name: 'A changed title',
  })
  const [opened] = await openLinkFiles(key.key, sealing.linkId, input!.s3_key as never)
  expect(opened).toMatchObject({
    name: 'rails.mp3',
    type: 'audio/mpeg',
    size: 18,
    peaks: [3, 4],
    uploadId: 'u1',
  })
})

test('ENC-04 saves an encrypted upload of the top level in the collection of the top level', async () => {
  const { server, save } = await setUpSealed({ parent: null })
  await save()
  expect(server.inputs(saveEncryptedLink)[0]?.parent).toBe('root')
})

test('E08 does not save an encrypted upload whose collection is locked, and says so', async () => {
  const { server, save } = await setUpSealed()
  keyRing.clear()
  await expect(save()).rejects.toThrow(uploadTexts.keyMissing)
  expect(server.inputs(saveEncryptedLink)).toEqual([])
  expect(server.inputs(saveLink)).toEqual([])
})

test('E09 encrypts a link with the key that its collection has when the file has arrived', async () => {
  const { server, sealing, save } = await setUpSealed()
  const next = await makeTestKey('c1')
  keyRing.save([next.record], 0)
  const none = { former_keys: [], links: [], hide_tags: 0 as const, tagged: 0 }
  server.answer(getFolderKeys, () => ({ ...none, enc_id: next.value }))
  queryClient.clear()
  await save()
  const [input] = server.inputs(saveEncryptedLink)
  expect(await openLinkTexts(next.key, sealing.linkId, input as never)).toMatchObject({ name: 'rails' })
})

test('F17 ENC-04 takes an encrypted link whose saving got no answer as saved', async () => {
  const { server, save } = await setUpSealed()
  let isSaved = false
  server.answer(saveEncryptedLink, () => {
    const error = isSaved
      ? refuse(409, 'encryption.savedBefore', { link: { _id: 'l9' } })
      : refuse(0, 'network')
    isSaved = true
    throw error
  })
  expect(await save()).toMatchObject({ _id: 'l9' })
})

test('ENC-04 reports another refusal of an encrypted link', async () => {
  const { server, save } = await setUpSealed()
  server.answer(saveEncryptedLink, () => Promise.reject(refuse(409, 'encryption.idTaken')))
  await expect(save()).rejects.toThrow('The reason is encryption.idTaken.')
})
