import { cancelUpload, startUpload } from '@nestmark/contract/files'
import { uploadTexts } from '@nestmark/texts/links/uploads'
import { expect, test } from 'vitest'
import { replaceGlobal } from '../../fakePage.testing.ts'
import { StoredThumbnail } from './storedThumbnail.ts'
import { refuse, startUploadServer, toBytes } from '../uploadServer.testing.ts'

const never = new Promise<undefined>(() => undefined)
const bytes = toBytes(18)

function setUp(enc: 0 | 1 = 0) {
  const server = startUploadServer()
  const thumbnail = new StoredThumbnail(new Blob([bytes], { type: 'image/jpeg' }), { enc, parent: 'c1' })
  const fractions: number[] = []
  const cancelled = () => server.inputs(cancelUpload).map(({ upload_id }) => upload_id)
  return { server, thumbnail, fractions, cancelled, send: () => thumbnail.send(each => fractions.push(each)) }
}

/** Lets this browser make small pictures. */
function fakeCanvas() {
  replaceGlobal('createImageBitmap', () => Promise.resolve({ width: 4, height: 3 }))
  const context = { drawImage: () => undefined }
  const canvas = { getContext: () => context, toDataURL: () => 'data:image/webp;base64,eA==' }
  replaceGlobal('document', { createElement: () => canvas })
}

test('UPL-07 sends a thumbnail when the user saves the link, for the collection of its link', async () => {
  const { server, send } = setUp()
  expect(server.calls).toEqual([])
  expect(await send()).toEqual({ thumb: 'file of u1' })
  expect(server.inputs(startUpload)).toMatchObject([
    { purpose: 'thumb', parent: 'c1', content_type: 'image/jpeg', size: 18 },
  ])
})

test('UPL-07 does not send it again when the user saves the link again', async () => {
  const { server, send } = setUp()
  expect(await send()).toEqual(await send())
  expect(server.inputs(startUpload)).toHaveLength(1)
})

test('UPL-06 counts its progress as a part of the whole', async () => {
  const { fractions, send } = setUp()
  await send()
  expect(fractions[0]).toBe(0)
  expect(fractions.at(-1)).toBe(1)
  expect(fractions.some(each => each > 0 && each < 1)).toBe(true)
})

test('UPL-07 UPL-09 after a refusal the next attempt sends it', async () => {
  const { server, send } = setUp()
  const text = JSON.stringify({ code: 'server.full', message: 'The server is full.' })
  server.onPart = () => ({ status: 507, text })
  await expect(send()).rejects.toThrow('The server is full.')
  server.onPart = () => undefined
  expect(await send()).toEqual({ thumb: 'file of u2' })
})

test('UPL-07 deletes the sent thumbnail with the form', async () => {
  const { thumbnail, cancelled, send } = setUp()
  await send()
  thumbnail.cancel()
  await expect.poll(cancelled).toEqual(['u1'])
})

test('UPL-07 the form ends the upload of the thumbnail when it closes', async () => {
  const { server, thumbnail, cancelled, send } = setUp()
  server.onPart = () => never
  const sending = send()
  await expect.poll(() => server.parts.length).toBe(3)
  thumbnail.cancel()
  await expect(sending).rejects.toMatchObject({ name: 'AbortError' })
  expect(server.ended).toHaveLength(3)
  await expect.poll(cancelled).toEqual(['u1'])
})

test('UPL-07 F16 the form leaves nothing on the server when it closes during the start of the upload', async () => {
  const { server, thumbnail, cancelled, send } = setUp()
  server.answer(startUpload, () => {
    thumbnail.cancel()
    return { upload_id: 'u1', state: 'open' } as never
  })
  await expect(send()).rejects.toMatchObject({ name: 'AbortError' })
  await expect.poll(cancelled).toEqual(['u1'])
})

test('UPL-07 a thumbnail that its link has stays', async () => {
  const { thumbnail, cancelled, send } = setUp()
  await send()
  thumbnail.claim()
  thumbnail.cancel()
  expect(cancelled()).toEqual([])
})

test('UPL-07 cancelling a thumbnail that the form never sent calls no server', () => {
  const { server, thumbnail } = setUp()
  thumbnail.cancel()
  expect(server.calls).toEqual([])
})

test('ENC-10 E01 sends the thumbnail of an encrypted link as a field of its edit, and not as a file', async () => {
  const { server, send } = setUp(1)
  fakeCanvas()
  expect(await send()).toEqual({ thumbnail: 'data:image/webp;base64,eA==' })
  expect(server.calls).toEqual([])
})

test('ENC-10 the page says that it cannot make the small picture of an encrypted link, and tries again', async () => {
  const { send } = setUp(1)
  await expect(send()).rejects.toThrow(uploadTexts.noPicture)
  fakeCanvas()
  expect(await send()).toEqual({ thumbnail: 'data:image/webp;base64,eA==' })
})

test('OFFLINE a lost connection delays the thumbnail', async () => {
  const { server, send } = setUp()
  let losses = 1
  const { uploads } = server
  server.answer(startUpload, start => {
    if (losses-- > 0) throw refuse(0, 'network')
    const upload = { upload_id: 'u1', url: '/files/uploads/u1', size: 18, part_size: 18, parts: [] }
    const state = { ...upload, state: 'open' as const }
    uploads.set(start.request_key ?? '', { ...state, start, bytes: new Map() })
    return structuredClone(state)
  })
  expect(await send()).toEqual({ thumb: 'file of u1' })
  const [first, second] = server.inputs(startUpload)
  expect(second?.request_key).toBe(first?.request_key)
})
