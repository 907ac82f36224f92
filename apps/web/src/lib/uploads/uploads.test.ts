import { cancelUpload, finishUpload, startUpload } from '@nestmark/contract/files'
import { saveLink } from '@nestmark/contract/links/links'
import { fileTexts } from '@nestmark/texts/links/files'
import { uploadTexts } from '@nestmark/texts/links/uploads'
import { expect, test } from 'vitest'
import { uploads, type UploadPhase } from './upload.ts'
import { sources, stopUploads } from './files/sources.ts'
import { cancelUploading, dismissEnded, isPausable, pauseUpload, resumeUpload } from './uploads.ts'
import { type PartAnswer, refuse } from './uploadServer.testing.ts'
import { soundFile, startUploadsPage } from './uploadsPage.testing.ts'

const never = new Promise<undefined>(() => undefined)

/** A page with an upload of five parts, of which the first one arrived and the others are held back. */
async function holdUpload() {
  const page = startUploadsPage()
  const arrival = Promise.withResolvers<PartAnswer | undefined>()
  page.server.onPart = ({ number }) => (number === 1 ? undefined : arrival.promise)
  await page.add(soundFile('a.mp3'))
  await expect.poll(() => page.server.parts.length).toBe(4)
  const letArrive = (answer?: PartAnswer) => {
    page.server.onPart = () => answer
    arrival.resolve(answer)
  }
  return { ...page, id: page.get('a.mp3').id, letArrive }
}

test('UPL-01 UPL-03 an added file becomes a link of its collection, with its name as the title', async () => {
  const { server, add, phases, get } = startUploadsPage()
  await add(soundFile('The winter.mp3'))
  await expect.poll(phases).toEqual(['The winter.mp3 done'])
  const { id, linkId, sent, size } = get('The winter.mp3')
  expect(server.inputs(saveLink)).toEqual([
    { name: 'The winter', category: 5, parent: 'c1', s3_key: [{ file: 'file of u1', thumb: '' }] },
  ])
  expect([linkId, sent, size]).toEqual(['l1', 18, 18])
  expect(server.bytesOf(id).toString()).toBe('ID3 eighteen bytes')
  await expect.poll(() => get('The winter.mp3').isListed).toBe(true)
})

test('UPL-04 UPL-05 lists files that it cannot upload with the reason, and sends the others', async () => {
  const { server, add, phases, get } = startUploadsPage()
  const large = Object.defineProperty(soundFile('large.mp3'), 'size', { value: 100_000_001 })
  await add(new File(['x'], 'notes.docx'), soundFile('a.mp3'), new File([], 'empty.png'), large)
  await expect
    .poll(phases)
    .toEqual(['notes.docx refused', 'a.mp3 done', 'empty.png refused', 'large.mp3 refused'])
  expect(get('notes.docx').reason).toBe('.docx files are not supported right now')
  expect(get('empty.png').reason).toBe(fileTexts.empty)
  expect(get('large.mp3').reason).toBe('File size should be less than 100Mb')
  expect(server.inputs(startUpload)).toHaveLength(1)
})

test('UPL-04 rejects a file whose bytes are of another type when it reads it, and sends nothing of it', async () => {
  const { server, tables, add, phases, get } = startUploadsPage()
  await add(new File(['no picture'], 'a.gif', { type: 'image/gif' }))
  await expect.poll(phases).toEqual(['a.gif refused'])
  expect(get('a.gif').reason).toBe(fileTexts.otherType('gif'))
  expect(server.calls).toEqual([])
  await expect.poll(() => [tables.uploads.size, tables.files.size]).toEqual([0, 0])
})

test('UPL-06 sends two files at a time, in the order in which the user added them', async () => {
  const { server, add, phases } = startUploadsPage({ partSize: 100 })
  let isHeld = true
  server.onPart = async () => void (await expect.poll(() => isHeld).toBe(false))
  await add(...['c.mp3', 'a.mp3', 'b.mp3'].map(name => soundFile(name)))
  await expect.poll(() => server.parts.length).toBe(2)
  expect(phases()).toEqual(['c.mp3 sending', 'a.mp3 sending', 'b.mp3 waiting'])
  isHeld = false
  await expect.poll(phases).toEqual(['c.mp3 done', 'a.mp3 done', 'b.mp3 done'])
  expect(server.inputs(startUpload).map(({ name }) => name)).toEqual(['c.mp3', 'a.mp3', 'b.mp3'])
})

test('UPL-06 a paused upload lets the parts on their way arrive, and continues with the missing ones', async () => {
  const { server, phases, id, letArrive } = await holdUpload()
  pauseUpload(id)
  expect(phases()).toEqual(['a.mp3 paused'])
  expect(uploads.get()[0]!.isPausing).toBe(true)
  letArrive()
  await expect.poll(() => uploads.get()[0]!.isPausing).toBeUndefined()
  expect(uploads.get()[0]).toMatchObject({ phase: 'paused', sent: 16 })
  expect(server.ended).toEqual([])
  server.parts.length = 0
  resumeUpload(id)
  await expect.poll(phases).toEqual(['a.mp3 done'])
  expect(server.parts.map(({ number }) => number)).toEqual([5])
  expect(server.uploads.size).toBe(1)
  expect(server.bytesOf(id).toString()).toBe('ID3 eighteen bytes')
})

test('UPL-06 pauses at once an upload whose last parts meet no network', async () => {
  const { server, phases, id, letArrive } = await holdUpload()
  pauseUpload(id)
  server.isReachable = false
  letArrive('broken')
  await expect.poll(() => uploads.get()[0]!.isPausing).toBeUndefined()
  expect(phases()).toEqual(['a.mp3 paused'])
})

test('UPL-06 pauses only an upload that has bytes to send', () => {
  const all: UploadPhase[] = [
    'waiting',
    'sending',
    'offline',
    'checking',
    'paused',
    'done',
    'stopped',
    'refused',
  ]
  const pausable = all.filter(phase => isPausable({ phase } as Parameters<typeof isPausable>[0]))
  expect(pausable).toEqual(['waiting', 'sending', 'offline'])
})

test('UPL-06 a pause does nothing while the server checks the file', async () => {
  const { server, add, phases, get } = startUploadsPage()
  server.answer(finishUpload, () => never as never)
  await add(soundFile('a.mp3'))
  await expect.poll(phases).toEqual(['a.mp3 checking'])
  pauseUpload(get('a.mp3').id)
  expect(phases()).toEqual(['a.mp3 checking'])
})

test('UPL-06 F16 a cancelled upload leaves the list, this browser and the server', async () => {
  const { server, tables, id } = await holdUpload()
  cancelUploading(id)
  expect(uploads.get()).toEqual([])
  await expect.poll(() => server.inputs(cancelUpload)).toEqual([{ upload_id: 'u1' }])
  expect(server.ended).toHaveLength(3)
  expect([tables.uploads.size, tables.files.size, sources.size]).toEqual([0, 0, 0])
  expect(server.inputs(saveLink)).toEqual([])
})

test('UPL-06 F16 also deletes a cancelled upload whose start got no answer', async () => {
  const { server, add, get } = startUploadsPage()
  server.answer(startUpload, () => never as never)
  await add(soundFile('a.mp3'))
  await expect.poll(() => server.inputs(startUpload).length).toBe(1)
  server.answer(startUpload, () => ({ upload_id: 'u7' }) as never)
  cancelUploading(get('a.mp3').id)
  await expect.poll(() => server.inputs(cancelUpload)).toEqual([{ upload_id: 'u7' }])
  const [first, second] = server.inputs(startUpload)
  expect(second).toEqual(first)
})

test('UPL-06 an upload cancelled before its turn calls no server', async () => {
  const { server, add, get } = startUploadsPage()
  server.onPart = () => never
  await add(...['a.mp3', 'b.mp3', 'c.mp3'].map(name => soundFile(name)))
  await expect.poll(() => server.parts.length).toBe(6)
  const calls = server.calls.length
  cancelUploading(get('c.mp3').id)
  await new Promise(resolve => setTimeout(resolve))
  expect(server.calls).toHaveLength(calls)
})

test('UPL-06 the closed list loses finished and refused uploads only, and no bytes', async () => {
  const { server, add, phases } = startUploadsPage()
  await add(new File([], 'empty.png'), soundFile('a.mp3'))
  await expect.poll(phases).toContain('a.mp3 done')
  server.onPart = () => never
  await add(soundFile('b.mp3'))
  await expect.poll(phases).toContain('b.mp3 sending')
  dismissEnded()
  expect(phases()).toEqual(['b.mp3 sending'])
  await new Promise(resolve => setTimeout(resolve))
  expect(server.inputs(cancelUpload)).toEqual([])
})

test('UPL-04 offers no retry of a file that the server rejects, and deletes its bytes', async () => {
  const { server, tables, add, phases, get } = startUploadsPage()
  server.answer(finishUpload, () => Promise.reject(refuse(415, 'files.typeUnsupported')))
  await add(soundFile('a.mp3'))
  await expect.poll(phases).toEqual(['a.mp3 refused'])
  expect(get('a.mp3').reason).toBe('The reason is files.typeUnsupported.')
  await expect.poll(() => server.inputs(cancelUpload)).toEqual([{ upload_id: 'u1' }])
  expect(tables.uploads.size).toBe(0)
  resumeUpload(get('a.mp3').id)
  expect(phases()).toEqual(['a.mp3 refused'])
})

test('UPL-06 stops an upload that the server rejects for now with the reason, and offers a retry', async () => {
  const { server, add, phases, get } = startUploadsPage()
  server.answer(saveLink, () => Promise.reject(refuse(403, 'plan.links')))
  await add(soundFile('a.mp3'))
  await expect.poll(phases).toEqual(['a.mp3 stopped'])
  expect(get('a.mp3')).toMatchObject({ reason: 'The reason is plan.links.', isOverQuota: false })
  server.answer(saveLink, () => ({ _id: 'l1' }) as never)
  resumeUpload(get('a.mp3').id)
  await expect.poll(phases).toEqual(['a.mp3 done'])
  expect(get('a.mp3').reason).toBeUndefined()
  // Its bytes were there already.
  expect(server.parts).toHaveLength(5)
})

test('UPL-09 a file that exceeds the storage says by how much, and the page sends it when there is room', async () => {
  const { server, add, phases, get } = startUploadsPage()
  const full = refuse(403, 'plan.storage', { used: 90, limit: 100 })
  server.answer(startUpload, () => Promise.reject(full))
  await add(soundFile('a.mp3'))
  await expect.poll(phases).toEqual(['a.mp3 stopped'])
  expect(get('a.mp3')).toMatchObject({ reason: uploadTexts.noRoom(8), isOverQuota: true })
  server.answer(startUpload, () => never as never)
  resumeUpload(get('a.mp3').id)
  await expect.poll(phases).toEqual(['a.mp3 sending'])
  expect(get('a.mp3').isOverQuota).toBeUndefined()
})

test('UPL-06 F16 an upload that the server has ended begins again, and saves its link once', async () => {
  const { server, phases, id, letArrive } = await holdUpload()
  pauseUpload(id)
  server.uploads.get(id)!.state = 'expired'
  letArrive()
  resumeUpload(id)
  await expect.poll(phases).toEqual(['a.mp3 done'])
  const keys = server.inputs(startUpload).map(start => start.request_key)
  expect(keys.slice(0, 2)).toEqual([id, id])
  expect(keys[2]).not.toBe(id)
  expect(server.bytesOf(keys[2]!).toString()).toBe('ID3 eighteen bytes')
  expect([...server.links.keys()]).toEqual([keys[2]])
})

test('UPL-06 OFFLINE an upload says that it waits for the network, and continues by itself', async () => {
  const { server, add, phases } = startUploadsPage()
  server.isReachable = false
  server.onPart = () => (server.isReachable ? undefined : 'broken')
  await add(soundFile('a.mp3'))
  await expect.poll(phases).toEqual(['a.mp3 offline'])
  server.isReachable = true
  await expect.poll(phases).toEqual(['a.mp3 done'])
})

test('F17 UPL-06 saves a link once whose saving got no answer', async () => {
  const { server, add, phases } = startUploadsPage()
  let losses = 1
  server.answer(saveLink, (_, { idempotencyKey = '' }) => {
    server.links.set(idempotencyKey, { _id: 'l1' } as never)
    if (losses-- > 0) throw refuse(0, 'network')
    return server.links.get(idempotencyKey)!
  })
  await add(soundFile('a.mp3'))
  await expect.poll(phases).toEqual(['a.mp3 done'])
  expect(server.inputs(saveLink)).toHaveLength(2)
  expect(server.links.size).toBe(1)
})

test('UPL-06 asks for a file that changes on the disk during its upload', async () => {
  const { phases, id, letArrive } = await holdUpload()
  pauseUpload(id)
  letArrive()
  const missing = () => Promise.reject(new DOMException('', 'NotReadableError'))
  sources.get(id)!.file = { size: 18, slice: () => ({ arrayBuffer: missing }) } as unknown as Blob
  resumeUpload(id)
  await expect.poll(phases).toEqual(['a.mp3 missing'])
})

test('UPL-06 a full disk of this device does not stop an upload', async () => {
  const { tables, add, phases } = startUploadsPage()
  tables.isFull = true
  await add(soundFile('a.mp3'))
  await expect.poll(phases).toEqual(['a.mp3 done'])
})

test('UPL-06 when the user changes, all uploads end and the list shows none', async () => {
  const { server } = await holdUpload()
  stopUploads()
  await expect.poll(() => server.ended.length).toBe(3)
  expect(uploads.get()).toEqual([])
  expect(server.inputs(saveLink)).toEqual([])
})
