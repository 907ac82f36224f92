import { cancelUpload, finishUpload, startUpload } from '@nestmark/contract/files'
import { sealedChunkLength } from '@nestmark/core/sealedFile'
import { expect, onTestFinished, test } from 'vitest'
import { FormUpload, type FormFile, type FormTarget } from './formUpload.ts'
import type { PreparedFile } from './prepareFile.ts'
import { refuse, startUploadServer, toBytes } from '../uploadServer.testing.ts'

const never = new Promise<undefined>(() => undefined)
const bytes = toBytes(18)
const file: PreparedFile = { bytes: new Blob([bytes]), name: 'a.mp3', type: 'audio/mpeg', category: 5 }
const toTarget = (parent: string | null, encrypts = false): FormTarget => ({
  parent,
  encrypts: () => Promise.resolve(encrypts),
})
const isOwn = (parent: string | null) => parent !== 'of bob'
const thumbnail = new Blob(['jpeg'], { type: 'image/jpeg' })

function setUp() {
  const server = startUploadServer({ partSize: sealedChunkLength })
  const states: FormFile[] = []
  return {
    server,
    phases: () => [...new Set(states.map(({ phase }) => phase))],
    last: () => states.at(-1),
    cancelled: () => server.inputs(cancelUpload).map(({ upload_id }) => upload_id),
    open(target = toTarget('c1')) {
      const upload = new FormUpload(file, target, state => states.push(state))
      onTestFinished(() => upload.cancel())
      return upload
    },
  }
}

test('UPL-06 the form sends its file when the user chooses it, and shows it until it is ready', async () => {
  const { server, phases, last, open } = setUp()
  open()
  await expect.poll(() => last()?.phase).toBe('ready')
  expect(phases()).toEqual(['sending', 'checking', 'ready'])
  expect(last()).toMatchObject({ name: 'a.mp3', size: 18, sent: 18 })
  expect(server.parts.map(part => part.bytes)).toEqual([bytes])
})

test('UPL-03 the saved form gets the key of its file, and sends nothing again', async () => {
  const { server, open } = setUp()
  const upload = open()
  expect(await upload.finish(toTarget('c1'), isOwn)).toEqual({ file: 'file of u1', thumb: '' })
  await upload.finish(toTarget('c1'), isOwn)
  expect(server.parts).toHaveLength(1)
})

test('UPL-01 UPL-07 the form sends the chosen thumbnail when the user saves it', async () => {
  const { server, open } = setUp()
  const upload = open()
  upload.setThumbnail(thumbnail)
  expect(await upload.finish(toTarget('c1'), isOwn)).toEqual({ file: 'file of u1', thumb: 'file of u2' })
  expect(server.inputs(startUpload)[1]).toMatchObject({ purpose: 'thumb', parent: 'c1' })
})

test('UPL-06 the form says that it sends the thumbnail', async () => {
  const { server, last, open } = setUp()
  const upload = open()
  upload.setThumbnail(thumbnail)
  await expect.poll(() => last()?.phase).toBe('ready')
  server.onPart = () => never
  void upload.finish(toTarget('c1'), isOwn).catch(() => undefined)
  await expect.poll(() => last()?.isSendingThumbnail).toBe(true)
})

test('UPL-06 sends a thumbnail after a failure at the next attempt', async () => {
  const { server, last, open } = setUp()
  const upload = open()
  upload.setThumbnail(thumbnail)
  await expect.poll(() => last()?.phase).toBe('ready')
  server.onPart = () => ({ status: 507, text: '{"code":"server.full","message":"The server is full."}' })
  await expect(upload.finish(toTarget('c1'), isOwn)).rejects.toThrow('The server is full.')
  expect(last()?.isSendingThumbnail).toBe(false)
  server.onPart = () => undefined
  expect(await upload.finish(toTarget('c1'), isOwn)).toMatchObject({ file: 'file of u1' })
  // The file itself was not sent again.
  expect(server.inputs(startUpload).filter(({ purpose }) => purpose === 'file')).toHaveLength(1)
})

test('UPL-06 a refused file stops with the sentence of the server, which saving the form reports too', async () => {
  const { server, last, open } = setUp()
  server.answer(finishUpload, () => Promise.reject(refuse(415, 'files.typeUnsupported')))
  const upload = open()
  await expect.poll(() => last()?.phase).toBe('stopped')
  expect(last()?.reason).toBe('The reason is files.typeUnsupported.')
  await expect(upload.finish(toTarget('c1'), isOwn)).rejects.toThrow('The reason is files.typeUnsupported.')
})

test('UPL-06 sends a stopped file when the user saves the form again', async () => {
  const { server, last, open } = setUp()
  server.onPart = () => ({ status: 403, text: '{"code":"plan.storage","message":"No room."}' })
  const upload = open()
  await expect.poll(() => last()?.phase).toBe('stopped')
  server.onPart = () => undefined
  expect((await upload.finish(toTarget('c1'), isOwn)).file).toBe('file of u1')
  expect(last()?.reason).toBeUndefined()
})

test('OFFLINE the form says that its file waits for the network', async () => {
  const { server, last, open } = setUp()
  server.isReachable = false
  server.onPart = () => (server.isReachable ? undefined : 'broken')
  open()
  await expect.poll(() => last()?.phase).toBe('offline')
  server.isReachable = true
  await expect.poll(() => last()?.phase).toBe('ready')
})

test('UPL-06 F16 sends a file anew whose upload the server has ended', async () => {
  const { server, open } = setUp()
  let ended = 1
  const start = { url: '/files/uploads/u1', size: 18, part_size: 18, parts: [] }
  server.answer(startUpload, ({ request_key: key = '', ...rest }) => {
    const state = ended-- > 0 ? ('expired' as const) : ('open' as const)
    const upload = { ...start, upload_id: 'u1', state }
    server.uploads.set(key, { ...upload, start: { ...rest, request_key: key }, bytes: new Map() })
    return structuredClone(upload)
  })
  expect((await open().finish(toTarget('c1'), isOwn)).file).toBe('file of u1')
  expect(new Set(server.inputs(startUpload).map(({ request_key }) => request_key)).size).toBe(2)
})

test('F16 a closed form ends its upload and deletes the sent parts', async () => {
  const { server, last, cancelled, open } = setUp()
  server.onPart = () => never
  const upload = open()
  await expect.poll(() => server.parts.length).toBe(1)
  const state = last()
  upload.cancel()
  await expect.poll(cancelled).toEqual(['u1'])
  expect(server.ended).toHaveLength(1)
  // A closed form shows no failure.
  await new Promise(resolve => setTimeout(resolve))
  expect(last()).toBe(state)
})

test('F16 a form that closes during the start of its upload leaves nothing on the server', async () => {
  const { server, cancelled, open } = setUp()
  const upload = open()
  server.answer(startUpload, () => {
    upload.cancel()
    return { upload_id: 'u1', state: 'open' } as never
  })
  await expect.poll(cancelled).toEqual(['u1'])
  expect(server.parts).toEqual([])
})

test('F16 a saved form keeps its file', async () => {
  const { cancelled, open } = setUp()
  const upload = open()
  await upload.finish(toTarget('c1'), isOwn)
  upload.claim()
  upload.cancel()
  expect(cancelled()).toEqual([])
})

test('UPL-09 uses the same upload in another collection of the user', async () => {
  const { server, open } = setUp()
  const upload = open()
  await upload.finish(toTarget('c2'), isOwn)
  expect(server.inputs(startUpload)).toHaveLength(1)
})

test('UPL-09 a further try for another collection of the user keeps the collection of its request key', async () => {
  const { server, open } = setUp()
  server.answer(finishUpload, () => Promise.reject(refuse(415, 'files.typeUnsupported')))
  const upload = open()
  for (let n = 0; n < 3; n++) await expect(upload.finish(toTarget('c2'), isOwn)).rejects.toBeDefined()
  const starts = server.inputs(startUpload)
  expect(starts.length).toBeGreaterThan(1)
  // The server refuses the key for another collection.
  expect(new Set(starts.map(start => `${start.request_key} ${start.parent}`)).size).toBe(1)
})

test('UPL-09 sends the file anew for the collection of another owner, who pays for it', async () => {
  const { server, last, cancelled, open } = setUp()
  const upload = open()
  await expect.poll(() => last()?.phase).toBe('ready')
  await upload.finish(toTarget('of bob'), isOwn)
  expect(server.inputs(startUpload).map(({ parent }) => parent)).toEqual(['c1', 'of bob'])
  await expect.poll(cancelled).toEqual(['u1'])
})

test('ENC-04 a form that saves encrypted sends no plain byte, and describes its file', async () => {
  const { server, open } = setUp()
  const { thumb, sealed } = await open(toTarget('c1', true)).finish(toTarget('c1', true), isOwn)
  expect(thumb).toBe('')
  expect(sealed).toMatchObject({
    key: 'u1',
    thumbnail: '',
    file: { name: 'a.mp3', size: 18, uploadId: 'u1' },
  })
  expect(server.inputs(startUpload)[0]).toMatchObject({ enc: 1, name: 'file' })
  expect(server.parts.filter(part => part.bytes.includes(bytes.subarray(0, 8)))).toEqual([])
})

test('ENC-04 sends nothing before it knows whether to encrypt the file', async () => {
  const { server, open } = setUp()
  let decide: (encrypts: boolean) => void = () => undefined
  const encrypts = () => new Promise<boolean>(resolve => (decide = resolve))
  open({ parent: 'c1', encrypts })
  await new Promise(resolve => setTimeout(resolve))
  expect(server.calls).toEqual([])
  decide(true)
  await expect.poll(() => server.inputs(startUpload)[0]?.enc).toBe(1)
})

test('ENC-04 sends a file anew that it sent in plain text for a link that the user saves encrypted', async () => {
  const { server, last, cancelled, open } = setUp()
  const upload = open()
  await expect.poll(() => last()?.phase).toBe('ready')
  const { sealed } = await upload.finish(toTarget('c1', true), isOwn)
  expect(sealed?.key).toBe('u2')
  expect(server.inputs(startUpload).map(({ enc }) => enc)).toEqual([undefined, 1])
  await expect.poll(cancelled).toEqual(['u1'])
})

test('E08 a form that cannot read the key of its collection sends nothing, and tries again', async () => {
  const { server, last, open } = setUp()
  let failures = 1
  const target: FormTarget = {
    parent: 'c1',
    encrypts: () =>
      failures-- > 0 ? Promise.reject(refuse(404, 'collections.notFound')) : Promise.resolve(true),
  }
  const upload = open(target)
  await expect.poll(() => last()?.phase).toBe('stopped')
  expect(server.calls).toEqual([])
  expect((await upload.finish(target, isOwn)).sealed?.key).toBe('u1')
})
