import { connect } from 'node:net'
import { downloadUrl, finishUpload, getUpload } from '@nestmark/contract/files'
import { listDashboardLinks, saveLink } from '@nestmark/contract/links/links'
import { getStorage } from '@nestmark/contract/session'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { checkIntegrity } from '../../../db/integrity.ts'
import { type ObjectStore, startObjectStore } from '../../../blobStorage/testing/objectStore.testing.ts'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { beginUpload, saveFile, sendPart, toAudio, toDigest } from '../../../test/support/files.ts'
import { filesRead } from '../../../test/support/jobs.ts'
import { type Person, signIn, toOutcome } from '../../../test/support/people.ts'

let bucket: ObjectStore
let app: TestApp
let ada: Person
beforeAll(async () => {
  bucket = await startObjectStore()
  app = await startApp({ files: { store: 's3', folder: '', s3: bucket.settings, isDirect: false } })
  ada = await signIn(app, 'ada', 2)
})
afterEach(async () => {
  bucket.failures.length = 0
  await filesRead(app)
  expect((await checkIntegrity(app.services.db, app.clock.now)).findings).toEqual([])
})
afterAll(async () => {
  await app.stop()
  await bucket.close()
})

const away = { status: 503, code: 'SlowDown' }
const codeOf = async (answer: Response) =>
  answer.status === 204 ? null : [answer.status, ((await answer.json()) as { code: string }).code]
const used = async () => (await ada.call(getStorage, {})).storage_used

/** Checks that links are saved and listed, and that the server is healthy and ready. */
async function expectWorking(): Promise<void> {
  const name = `Saved ${Math.random()}`
  await ada.call(saveLink, { name, category: 3, link: 'https://example.org/' })
  expect((await ada.call(listDashboardLinks, {})).links[0]).toMatchObject({ name })
  for (const path of ['/api/health', '/api/ready']) expect((await fetch(app.origin + path)).status).toBe(200)
}

describe('F21 the store of files fails', () => {
  test.each<[string, ObjectStore['failures'][number], unknown]>([
    ['is down', { when: 'PUT partNumber', answer: away }, [503, 'files.storeAway']],
    [
      'ends the connection within a part',
      { when: 'PUT partNumber', answer: 'cut' },
      [503, 'files.storeAway'],
    ],
    [
      'is full',
      { when: 'PUT partNumber', answer: { status: 507, code: 'XMinioStorageFull' } },
      [507, 'server.full'],
    ],
  ])(
    'an upload continues after a store that %s; users save links concurrently',
    async (_, failure, refusal) => {
      const before = await used()
      const bytes = toAudio(9_000_000)
      const upload = await beginUpload(ada, bytes.length)
      const part = (n: number) => bytes.subarray((n - 1) * upload.part_size, n * upload.part_size)
      expect(await codeOf(await sendPart(app, ada, upload, 1, part(1)))).toBeNull()
      bucket.failures.push(failure)
      expect(await codeOf(await sendPart(app, ada, upload, 2, part(2)))).toEqual(refusal)
      await expectWorking()
      expect((await ada.call(getUpload, { upload_id: upload.upload_id })).parts).toEqual([1])
      bucket.failures.length = 0
      expect(await codeOf(await sendPart(app, ada, upload, 2, part(2)))).toBeNull()
      const { key } = await ada.call(finishUpload, { upload_id: upload.upload_id })
      await ada.call(saveLink, { name: 'Sound', category: 5, s3_key: [{ file: key }] })
      expect((await used()) - before).toBe(bytes.length)
    },
  )

  test('the rest of a refused part does not block the next request on its connection', async () => {
    const bytes = toAudio(400_000)
    const upload = await beginUpload(ada, bytes.length)
    bucket.failures.push({ when: 'PUT partNumber', answer: away })
    const socket = connect(Number(new URL(app.origin).port), '127.0.0.1')
    try {
      let answers = ''
      socket.setEncoding('latin1').on('data', (text: string) => (answers += text))
      const head = [
        `PUT ${upload.url}/1 HTTP/1.1`,
        'host: localhost',
        `authorization: Bearer ${ada.token}`,
        'content-type: application/octet-stream',
        `content-length: ${bytes.length}`,
        `content-digest: ${toDigest(bytes)}`,
      ]
      socket.write(`${head.join('\r\n')}\r\n\r\n`)
      socket.write(bytes.subarray(0, 100_000))
      await expect.poll(() => answers).toContain('files.storeAway')
      socket.write(bytes.subarray(100_000))
      socket.write('GET /api/health HTTP/1.1\r\nhost: localhost\r\n\r\n')
      await expect.poll(() => answers, { timeout: 20_000 }).toContain('HTTP/1.1 200 OK')
    } finally {
      socket.destroy()
    }
  })

  test('the next call joins an upload whose joining failed, and counts it once', async () => {
    const before = await used()
    const bytes = toAudio(1000)
    const upload = await beginUpload(ada, bytes.length)
    expect(await codeOf(await sendPart(app, ada, upload, 1, bytes))).toBeNull()
    bucket.failures.push({ when: 'POST uploadId', answer: 'errorInside' })
    const finish = () => ada.call(finishUpload, { upload_id: upload.upload_id })
    expect(await toOutcome(finish())).toBe('files.storeAway')
    await expectWorking()
    bucket.failures.length = 0
    const { key } = await finish()
    await ada.call(saveLink, { name: 'Sound', category: 5, s3_key: [{ file: key }] })
    expect((await used()) - before).toBe(1000)
  })

  test('a download reports an unavailable store, or ends as incomplete, and does not mark the file as lost', async () => {
    const bytes = toAudio(300_000)
    const link = await saveFile(app, ada, bytes)
    await filesRead(app)
    const open = async () => {
      const { url } = await ada.call(downloadUrl, { link_id: link._id, type: 'file', index: 0 })
      return fetch(app.origin + url)
    }
    bucket.failures.push({ when: 'GET', answer: away }, { when: 'HEAD', answer: away })
    expect((await open()).status).toBe(503)
    bucket.failures.length = 0
    bucket.failures.push({ when: 'GET', answer: 'cutAnswer' })
    const cut = await open()
    await expect(cut.arrayBuffer()).rejects.toThrow()
    bucket.failures.length = 0
    expect(Buffer.from(await (await open()).arrayBuffer()).equals(bytes)).toBe(true)
  })

  test('a store that does not answer holds only those who wait for it', async () => {
    const link = await saveFile(app, ada, toAudio(1000))
    await filesRead(app)
    const { promise, resolve } = Promise.withResolvers<void>()
    bucket.failures.push({ when: 'GET', answer: { hold: promise } })
    const { url } = await ada.call(downloadUrl, { link_id: link._id, type: 'file', index: 0 })
    const waiting = fetch(app.origin + url)
    await expect.poll(() => bucket.open).toBeGreaterThan(0)
    await expectWorking()
    resolve()
    expect((await waiting).status).toBe(200)
  })
})
