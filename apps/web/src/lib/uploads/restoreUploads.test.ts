import { getFolderKeys, saveEncryptedLink } from '@nestmark/contract/encryption/encryption'
import { startUpload } from '@nestmark/contract/files'
import { saveLink } from '@nestmark/contract/links/links'
import { sealedChunkLength } from '@nestmark/core/sealedFile'
import { uploadTexts } from '@nestmark/texts/links/uploads'
import { expect, test } from 'vitest'
import { keyRing } from '../encryption/keyRing.ts'
import { chooseAgain } from './addFiles.ts'
import { uploads } from './upload.ts'
import { sources } from './files/sources.ts'
import { pauseUpload, restoreUploads, resumeUpload } from './uploads.ts'
import { refuse } from './uploadServer.testing.ts'
import { encryptCollection, soundFile, startUploadsPage } from './uploadsPage.testing.ts'

const never = new Promise<undefined>(() => undefined)

/** A page with an upload of five parts, of which only the first one arrives. */
async function holdUpload() {
  const page = startUploadsPage()
  page.server.onPart = ({ number }) => (number === 1 ? undefined : never)
  await page.add(soundFile('a.mp3'))
  await expect.poll(() => page.server.parts.length).toBe(4)
  const { id } = page.get('a.mp3')
  await expect.poll(() => page.tables.uploads.get(id)?.uploadId).toBe('u1')
  return { ...page, id, letArrive: () => (page.server.onPart = () => undefined) }
}

test('UPL-06 an upload continues after a reload with the missing parts', async () => {
  const { server, id, reload, phases, letArrive } = await holdUpload()
  letArrive()
  server.parts.length = 0
  await reload()
  await expect.poll(phases).toEqual(['a.mp3 done'])
  expect(server.parts.map(({ number }) => number).sort()).toEqual([2, 3, 4, 5])
  expect(server.bytesOf(id).toString()).toBe('ID3 eighteen bytes')
  expect(server.inputs(saveLink)).toHaveLength(1)
})

test('UPL-06 a reload keeps the order in which the user added files', async () => {
  const { add, server, tables, reload } = startUploadsPage()
  server.onPart = () => never
  const names = ['d', 'a', 'c', 'b']
  await add(...names.map(name => soundFile(name)))
  await expect.poll(() => tables.uploads.size).toBe(4)
  // A browser returns them in the order of their random keys.
  const rows = [...tables.uploads].toReversed()
  tables.uploads.clear()
  for (const [id, row] of rows) tables.uploads.set(id, row)
  await reload()
  expect(uploads.get().map(({ name }) => name)).toEqual(names)
})

test('UPL-06 a paused upload stays paused after a reload, and continues when the user wants it', async () => {
  const { id, reload, phases, letArrive } = await holdUpload()
  pauseUpload(id)
  letArrive()
  await reload()
  expect(phases()).toEqual(['a.mp3 paused'])
  resumeUpload(id)
  await expect.poll(phases).toEqual(['a.mp3 done'])
})

test('UPL-09 an upload that stopped for lack of room says so after a reload too', async () => {
  const { server, add, phases, get, reload } = startUploadsPage()
  server.answer(startUpload, () => Promise.reject(refuse(403, 'plan.storage', { used: 90, limit: 100 })))
  await add(soundFile('a.mp3'))
  await expect.poll(phases).toEqual(['a.mp3 stopped'])
  await reload()
  expect(get('a.mp3')).toMatchObject({ phase: 'stopped', reason: uploadTexts.noRoom(8), isOverQuota: true })
})

test('UPL-06 finished, refused and cancelled uploads do not return', async () => {
  const { add, phases, reload } = startUploadsPage()
  await add(soundFile('a.mp3'), new File([], 'empty.png'))
  await expect.poll(phases).toContain('a.mp3 done')
  await reload()
  expect(phases()).toEqual([])
})

test('UPL-06 after a reload checks a file that it had not read before', async () => {
  const { server, tables, add, close, phases } = startUploadsPage()
  const file = new File(['no picture'], 'a.gif', { type: 'image/gif' })
  await add(file)
  const { id } = uploads.get()[0]!
  expect(tables.uploads.get(id)?.isChecked).toBe(false)
  const stored = { uploads: new Map(tables.uploads), files: new Map(tables.files) }
  await expect.poll(phases).toEqual(['a.gif refused'])
  await close()
  tables.uploads.set(id, stored.uploads.get(id)!)
  tables.files.set(id, stored.files.get(id)!)
  await restoreUploads('ada')
  await expect.poll(phases).toEqual(['a.gif refused'])
  expect(server.calls).toEqual([])
})

test('UPL-06 counts a file that a previous version of the page stored as checked', async () => {
  const { tables, id, close } = await holdUpload()
  await close()
  delete tables.uploads.get(id)!.isChecked
  await restoreUploads('ada')
  expect(sources.get(id)?.isChecked).toBe(true)
})

test('UPL-06 neither shows nor stores the uploads of another user', async () => {
  const { tables, reload, phases } = await holdUpload()
  await reload('bob')
  expect(phases()).toEqual([])
  await expect.poll(() => [tables.uploads.size, tables.files.size]).toEqual([0, 0])
})

test('UPL-06 leaves an upload that another window sends to it', async () => {
  const { server, id, close, phases, tables } = await holdUpload()
  await close()
  server.locks.add(`nestmark-upload-${id}`)
  await restoreUploads('ada')
  expect([phases(), sources.size, tables.uploads.size]).toEqual([[], 0, 1])
})

test('UPL-06 does not restore an upload of this window beside itself', async () => {
  const { phases } = await holdUpload()
  await restoreUploads('ada')
  expect(phases()).toEqual(['a.mp3 sending'])
})

test('F17 UPL-06 does not save a link twice whose saving got no answer before the reload', async () => {
  const { server, add, reload, phases } = startUploadsPage()
  server.answer(saveLink, (_, { idempotencyKey = '' }) => {
    server.links.set(idempotencyKey, { _id: 'l1' } as never)
    return never as never
  })
  await add(soundFile('a.mp3'))
  await expect.poll(() => server.links.size).toBe(1)
  server.answer(saveLink, (_, { idempotencyKey = '' }) => server.links.get(idempotencyKey)!)
  await reload()
  await expect.poll(phases).toEqual(['a.mp3 done'])
  expect(server.parts).toHaveLength(5)
})

test('UPL-06 an upload whose file the browser lost continues when the user chooses it again', async () => {
  const { server, tables, id, reload, phases, letArrive } = await holdUpload()
  tables.files.clear()
  letArrive()
  await reload()
  expect(phases()).toEqual(['a.mp3 missing'])
  expect(await chooseAgain(id, soundFile('b.mp3', 'other'))).toBe(false)
  expect(await chooseAgain(id, new File(['eighteen other byt'], 'a.gif', { type: 'image/gif' }))).toBe(false)
  expect(phases()).toEqual(['a.mp3 missing'])
  expect(await chooseAgain(id, soundFile('a.mp3'))).toBe(true)
  await expect.poll(phases).toEqual(['a.mp3 done'])
  expect(server.uploads.size).toBe(1)
  expect(server.bytesOf(id).toString()).toBe('ID3 eighteen bytes')
})

test('UPL-06 F16 an ended upload whose file the browser lost begins again with the chosen file', async () => {
  const { server, tables, id, reload, phases, letArrive } = await holdUpload()
  tables.files.clear()
  server.uploads.get(id)!.state = 'expired'
  letArrive()
  await reload()
  expect(await chooseAgain(id, soundFile('a.mp3'))).toBe(true)
  await expect.poll(phases).toEqual(['a.mp3 done'])
  expect(server.uploads.size).toBe(2)
})

/** A page with an upload to an encrypted collection, of which no byte arrives. */
async function holdSealed() {
  const page = startUploadsPage({ partSize: sealedChunkLength })
  const key = await encryptCollection(page)
  const arrival = Promise.withResolvers<undefined>()
  page.server.onPart = () => arrival.promise
  page.server.answer(saveEncryptedLink, ({ _id }) => ({ _id }) as never)
  await page.add(soundFile('diary.mp3'))
  await expect.poll(() => page.server.parts.length).toBe(1)
  await expect.poll(() => page.tables.uploads.values().next().value?.uploadId).toBe('u1')
  const letArrive = () => {
    page.server.onPart = () => undefined
    arrival.resolve(undefined)
  }
  return { ...page, key, id: page.get('diary.mp3').id, letArrive }
}

test('ENC-04 UPL-06 an encrypted upload continues after a reload with the same bytes', async () => {
  const { server, reload, phases } = await holdSealed()
  // The part on its way is lost with the page.
  server.onPart = () => undefined
  await reload()
  await expect.poll(phases).toEqual(['diary.mp3 done'])
  const [before, after] = server.parts
  expect(after?.bytes).toEqual(before?.bytes)
  expect(server.uploads.size).toBe(1)
  expect(server.inputs(saveEncryptedLink)).toHaveLength(1)
  expect(server.inputs(saveLink)).toEqual([])
})

test('E08 never sends an encrypted upload in plain text after the locking of its collection', async () => {
  const { server, get, reload, phases, letArrive } = await holdSealed()
  keyRing.clear()
  letArrive()
  await reload()
  await expect.poll(phases).toEqual(['diary.mp3 stopped'])
  expect(get('diary.mp3').reason).toBe(uploadTexts.keyMissing)
  expect(server.parts.filter(({ bytes }) => bytes.includes('eighteen'))).toEqual([])
  expect(server.inputs(saveLink)).toEqual([])
})

test('E05 an encrypted upload whose file the browser lost begins anew with another key', async () => {
  const { server, tables, id, reload, phases, letArrive } = await holdSealed()
  tables.files.clear()
  letArrive()
  await reload()
  expect(await chooseAgain(id, soundFile('diary.mp3'))).toBe(true)
  await expect.poll(phases).toEqual(['diary.mp3 done'])
  const [before, after] = server.parts
  expect(server.uploads.size).toBe(2)
  expect(after?.bytes).not.toEqual(before?.bytes)
})

test('E05 F16 an encrypted upload that the server has ended begins again with another key', async () => {
  const { server, tables, id, phases, letArrive } = await holdSealed()
  const previous = tables.uploads.get(id)?.sealing
  pauseUpload(id)
  for (const upload of server.uploads.values()) upload.state = 'expired'
  letArrive()
  resumeUpload(id)
  await expect.poll(phases).toEqual(['diary.mp3 done'])
  const ids = server.inputs(startUpload).map(({ request_key }) => request_key)
  expect(new Set(ids).size).toBe(2)
  expect(ids[0]).toBe(previous?.linkId)
})

test('E08 encrypts a file that the user adds while the server does not answer, because the key is open', async () => {
  const page = startUploadsPage({ partSize: sealedChunkLength })
  await encryptCollection(page)
  page.server.answer(getFolderKeys, () => Promise.reject(refuse(403, 'collections.readOnly')))
  await page.add(soundFile('diary.mp3'))
  expect(page.get('diary.mp3').isEncrypted).toBe(true)
})

test('ENC-07 does not encrypt a file that the user adds to a collection whose key is not open', async () => {
  const page = startUploadsPage()
  await encryptCollection(page)
  keyRing.clear()
  await page.add(soundFile('a.mp3'))
  await expect.poll(page.phases).toEqual(['a.mp3 done'])
  expect(page.get('a.mp3').isEncrypted).toBeUndefined()
  expect(page.server.inputs(startUpload)[0]?.enc).toBeUndefined()
})
