import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { addKey } from '@nestmark/contract/apiKeys'
import { cancelUpload, finishUpload, getUpload, startUpload } from '@nestmark/contract/files'
import { saveLink } from '@nestmark/contract/links/links'
import { getStorage } from '@nestmark/contract/session'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkIntegrity } from '../../../db/integrity.ts'
import { storedPartBytes as partBytes } from '../../../blobStorage/parts.ts'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import {
  beginUpload,
  sendPart,
  sendParts,
  toAudio,
  toDigest,
  uploadFile,
} from '../../../test/support/files.ts'
import { filesRead, stopIntact } from '../../../test/support/jobs.ts'
import { type Person, signIn, toOutcome } from '../../../test/support/people.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp({ uploadPace: { bytes: 1000, periodMs: 100 } })
  ada = await signIn(app, 'ada', 2)
})
afterAll(() => stopIntact(app))

const storedKeys = async () => {
  const keys: string[] = []
  for await (const { key } of app.services.fileStore.list()) keys.push(key)
  return keys.sort()
}
const readObject = async (key: string) => {
  const chunks: Buffer[] = []
  for await (const chunk of (await app.services.fileStore.read(key))!) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
const answerOf = async (answer: Response) => [
  answer.status,
  answer.status === 204 ? null : ((await answer.json()) as { code: string }).code,
]

describe('UPL-02 a file in parts', () => {
  test('UPL-02 F16 accepts parts in any order and twice, and resumes the file after a lost answer', async () => {
    const bytes = toAudio(2 * partBytes + 17)
    const parts = [0, 1, 2].map(n => bytes.subarray(n * partBytes, (n + 1) * partBytes))
    const name = 'Ein Lied.mp3'
    const form = { name, size: bytes.length, content_type: 'audio/mpeg; codecs=mp3', request_key: 'once' }
    const upload = await ada.call(startUpload, form)
    expect(upload).toMatchObject({ part_size: partBytes, parts: [], state: 'open', size: bytes.length })
    expect(await ada.call(startUpload, form)).toEqual(upload)
    expect(await toOutcome(ada.call(startUpload, { ...form, size: 1000 }))).toBe('request.keyReused')
    const send = async (number: number) =>
      answerOf(await sendPart(app, ada, upload, number, parts[number - 1]!))
    expect(await send(3)).toEqual([204, null])
    expect(await toOutcome(ada.call(finishUpload, { upload_id: upload.upload_id }))).toBe(
      'files.partsMissing',
    )
    expect(await Promise.all([send(1), send(2)])).toEqual([
      [204, null],
      [204, null],
    ])
    expect(await send(3)).toEqual([204, null])
    expect(await ada.call(getUpload, { upload_id: upload.upload_id })).toMatchObject({ parts: [1, 2, 3] })
    const finished = await Promise.all(
      Array.from({ length: 4 }, () => ada.call(finishUpload, { upload_id: upload.upload_id })),
    )
    const [{ key } = { key: '' }] = finished
    for (const each of finished)
      expect(each).toEqual({ key, name, size: bytes.length, media_type: 'audio/mpeg' })
    expect(key).toBe(`${upload.upload_id}.mp3`)
    const { storage_used } = await ada.call(getStorage, {})
    expect(storage_used).toBe(bytes.length)
    await ada.call(cancelUpload, { upload_id: upload.upload_id })
  })

  test('UPL-02 rejects a part with other bytes, of another size, or with a wrong digest', async () => {
    const bytes = toAudio(partBytes + 100)
    const upload = await beginUpload(ada, bytes.length)
    const [first, last] = [bytes.subarray(0, partBytes), bytes.subarray(partBytes)]
    const send = async (number: number | string, part: Buffer, headers: Record<string, string> = {}) =>
      answerOf(await sendPart(app, ada, upload, number, part, headers))
    const invalid = [400, 'files.partInvalid']
    for (const number of [0, -1, 3, 9999, '1.5', 'x']) expect(await send(number, last)).toEqual(invalid)
    expect(await send(1, last)).toEqual(invalid)
    expect(await send(2, last.subarray(1))).toEqual(invalid)
    expect(await send(2, last, { 'content-digest': 'md5=:abc=:' })).toEqual(invalid)
    expect(await send(2, last, { 'content-digest': toDigest(first) })).toEqual([400, 'files.digestWrong'])
    expect(await ada.call(getUpload, { upload_id: upload.upload_id })).toMatchObject({ parts: [] })
    expect(await send(2, last)).toEqual([204, null])
    expect(await send(2, randomBytes(100))).toEqual([409, 'files.partChanged'])
    expect(await send(1, first)).toEqual([204, null])
    const { key } = await ada.call(finishUpload, { upload_id: upload.upload_id })
    expect(await send(1, first)).toEqual([404, 'files.uploadNotFound'])
    await ada.call(saveLink, { name: 'Song', category: 5, s3_key: [{ file: key }] })
    expect(await toOutcome(ada.call(cancelUpload, { upload_id: upload.upload_id }))).toBe(
      'files.uploadNotFound',
    )
  })

  test('U05 an upload belongs to the person who began it', async () => {
    const eve = await signIn(app, 'eve', 2)
    const bytes = toAudio(100)
    const upload = await beginUpload(ada, bytes.length)
    expect(await answerOf(await sendPart(app, eve, upload, 1, bytes))).toEqual([404, 'files.uploadNotFound'])
    expect(await answerOf(await sendPart(app, { token: 'no' }, upload, 1, bytes))).toEqual([
      401,
      'session.expired',
    ])
    const key24 = (end: string) => `Zt4mQ9xW2kLr7VbN5cHs8Jd${end}`
    for (const [end, scope] of [
      ['R', 'read'],
      ['W', 'write'],
    ] as const)
      await ada.call(addKey, { key: key24(end), name: scope, type: 1, scope })
    expect(await answerOf(await sendPart(app, { token: key24('R') }, upload, 1, bytes))).toEqual([
      403,
      'keys.readOnly',
    ])
    expect(await answerOf(await sendPart(app, { token: key24('W') }, upload, 1, bytes))).toEqual([204, null])
    const { key } = await ada.call(finishUpload, { upload_id: upload.upload_id })
    const form = { name: 'Mine', category: 5, s3_key: [{ file: key }] }
    expect(await toOutcome(eve.call(saveLink, form))).toBe('files.uploadNotFound')
    await ada.call(cancelUpload, { upload_id: upload.upload_id })
  })

  test('F16 a cancelled upload leaves nothing, and frees its bytes immediately', async () => {
    const keys = await storedKeys()
    const storage = await ada.call(getStorage, {})
    const bytes = toAudio(partBytes + 100)
    const upload = await beginUpload(ada, bytes.length)
    await sendPart(app, ada, upload, 1, bytes.subarray(0, partBytes))
    expect((await storedKeys()).length).toBe(keys.length + 1)
    await ada.call(cancelUpload, { upload_id: upload.upload_id })
    await ada.call(cancelUpload, { upload_id: upload.upload_id })
    expect([await storedKeys(), await ada.call(getStorage, {})]).toEqual([keys, storage])
    expect(await ada.call(getUpload, { upload_id: upload.upload_id })).toMatchObject({ state: 'cancelled' })
    expect(await answerOf(await sendPart(app, ada, upload, 2, bytes.subarray(partBytes)))).toEqual([
      404,
      'files.uploadNotFound',
    ])
  })

  test('F16 one of a concurrent cancellation and finish wins, and the server counts nothing twice', async () => {
    for (let round = 0; round < 6; round++) {
      const bytes = toAudio(5000)
      const upload = await beginUpload(ada, bytes.length)
      await sendParts(app, ada, upload, bytes)
      const { upload_id } = upload
      const outcomes = await Promise.all([
        toOutcome(ada.call(finishUpload, { upload_id })),
        toOutcome(ada.call(cancelUpload, { upload_id })),
      ])
      expect(['done', 'files.uploadNotFound']).toContain(outcomes[0])
      expect(outcomes[1]).toBe('done')
      await filesRead(app)
      expect((await checkIntegrity(app.services.db, app.clock.now)).findings).toEqual([])
    }
  })

  test('ends a part that arrives too slowly', async () => {
    const upload = await beginUpload(ada, 10_000)
    const { hostname, port } = new URL(app.origin)
    const socket = connect(Number(port), hostname)
    const text = new Promise<string>(resolve => {
      let all = ''
      socket.on('data', data => {
        all += String(data)
        if (all.includes('\r\n\r\n')) resolve(all)
      })
    })
    socket.write(
      `PUT ${upload.url}/1 HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${ada.token}\r\n` +
        `content-digest: ${toDigest(Buffer.alloc(1))}\r\ncontent-length: 10000\r\n\r\n`,
    )
    const dripping = setInterval(() => socket.write('a'), 20)
    try {
      expect(await text).toMatch(/^HTTP\/1\.1 408 /)
    } finally {
      clearInterval(dripping)
      socket.destroy()
    }
    await ada.call(cancelUpload, { upload_id: upload.upload_id })
  })
})

describe('U02 the bytes decide the type', () => {
  const html = Buffer.from('<!DOCTYPE html><script>alert(1)</script>'.padEnd(200))
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'.padEnd(200))
  const shortMp4 = Buffer.from('\0\0\0\x10ftypisom\0\0\0\0', 'latin1')
  test.each([
    ['page.png', 'image/png', html],
    ['drawing.png', 'image/png', svg],
    ['sound.png', 'image/png', toAudio(200)],
    ['film.mp4', 'video/mp4', shortMp4],
    ['document.pdf', 'application/pdf', html],
  ])('U02 rejects %s with other bytes, and keeps nothing of it', async (name, type, bytes) => {
    const before = [await storedKeys(), await ada.call(getStorage, {})]
    const extension = name.split('.')[1]
    await expect(uploadFile(app, ada, bytes, { name, type })).rejects.toMatchObject({
      code: 'files.typeUnsupported',
      message: `This file is damaged, or it isn’t a .${extension} file`,
    })
    expect([await storedKeys(), await ada.call(getStorage, {})]).toEqual(before)
  })

  test('UPL-04 UPL-05 rejects other types, empty files and files above 100,000,000 bytes with the exact messages', async () => {
    const begin = (name: string, content_type: string, size = 100) =>
      ada.call(startUpload, { name, content_type, size })
    for (const type of ['image/svg+xml', 'text/html', 'image/heic', 'video/quicktime', 'image/avif', ''])
      await expect(begin('holiday.HEIC', type)).rejects.toMatchObject({
        status: 400,
        message: '.heic files are not supported right now',
      })
    await expect(begin('holiday', 'image/heic')).rejects.toMatchObject({
      message: 'These files are not supported right now',
    })
    await expect(begin('a.mp3', 'audio/mpeg', 100_000_001)).rejects.toMatchObject({
      status: 413,
      message: 'File size should be less than 100Mb',
    })
    await expect(begin('a.mp3', 'audio/mpeg', 0)).rejects.toMatchObject({ code: 'files.empty' })
    const { upload_id } = await begin('a.mp3', 'audio/mpeg', 100_000_000)
    await ada.call(cancelUpload, { upload_id })
  })

  test('U01 uses the name only as a hint', async () => {
    const names: [string, string][] = [
      ['../../etc/passwd.mp3', 'passwd.mp3'],
      ['C:\\music\\song.mp3', 'song.mp3'],
      ['\u202egnp.mp3', 'gnp.mp3'],
      ['x'.repeat(10_000), 'x'.repeat(255)],
      ['', 'file.mp3'],
      ['a/..', 'file.mp3'],
    ]
    for (const [name, cleaned] of names) {
      const bytes = toAudio(100)
      const upload = await beginUpload(ada, bytes.length, { name })
      await sendParts(app, ada, upload, bytes)
      expect(await ada.call(finishUpload, { upload_id: upload.upload_id })).toMatchObject({ name: cleaned })
      await ada.call(cancelUpload, { upload_id: upload.upload_id })
    }
  })

  test('Z09 place and camera data leave a picture that comes by API, and it shrinks accordingly', async () => {
    const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#8a9d68' } })
      .withExif({ IFD0: { ImageDescription: 'Fjallvegur 7', Make: 'Canoscope' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const before = (await ada.call(getStorage, {})).storage_used
    const key = await uploadFile(app, ada, photo, { name: 'p.jpg', type: 'image/jpeg' })
    const link = await ada.call(saveLink, { name: 'Photo', category: 1, s3_key: [{ file: key }] })
    expect(link.size).toBeLessThan(photo.length)
    expect((await ada.call(getStorage, {})).storage_used).toBe(before + link.size)
    for (const key of await storedKeys()) {
      expect((await readObject(key)).includes('Fjallvegur')).toBe(false)
    }
  })
})
