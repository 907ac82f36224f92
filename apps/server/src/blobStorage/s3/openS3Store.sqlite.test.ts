import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { UnusableStoreError } from '../fileStore.ts'
import { openS3Store } from './openS3Store.ts'
import { type S3Settings, s3Times, toBucketUrl } from './s3Settings.ts'
import { type ObjectStore, startObjectStore } from '../testing/objectStore.testing.ts'

let server: ObjectStore
let reports: string[]
beforeEach(async () => {
  server = await startObjectStore()
  reports = []
})
afterEach(() => server.close())

const times = { ...s3Times, pause: 1, recheck: 0 }
const open = (given: Partial<S3Settings> = {}) =>
  openS3Store({ ...server.settings, ...given }, sentence => reports.push(sentence), times)
const key = 'abcdefghijklmnop'

describe('the start with an S3 store', () => {
  test('checks the bucket and leaves nothing in it', async () => {
    const store = await open()
    expect([server.bucket.objects.size, server.bucket.uploads.size]).toEqual([0, 0])
    const count = server.requests.length
    await store.writeLibrary('hello')
    expect(await store.readLibrary()).toBe('hello')
    expect([server.requests.length, reports]).toEqual([count + 2, []])
  })

  test('Z09 ends when everyone can read the bucket', async () => {
    server.isOpen = true
    await expect(open()).rejects.toThrow(
      'Everybody can read the objects of S3_BUCKET "nestmark-files" without a key. Make the bucket private.',
    )
    expect(server.bucket.objects.size).toBe(0)
  })

  test.each<[Partial<S3Settings>, string]>([
    [{ accessKeyId: 'OTHER' }, 'does not know S3_ACCESS_KEY_ID.'],
    [{ secretAccessKey: 'other' }, 'S3_SECRET_ACCESS_KEY does not belong to S3_ACCESS_KEY_ID.'],
    [
      { bucket: 'other' },
      'has no bucket with the name in S3_BUCKET, "other". Create it, and keep it private.',
    ],
    [{ region: 'other' }, 'S3_REGION is "other", but S3_BUCKET "nestmark-files" is in "eu-test-1".'],
  ])('ends with a sentence for %o', async (given, sentence) => {
    await expect(open(given)).rejects.toThrow(UnusableStoreError)
    await expect(open(given)).rejects.toThrow(sentence)
  })

  test.each([20, -20])('names a clock that is %i minutes off', async minutes => {
    server.skewMs = minutes * 60_000
    const { endpoint } = server.settings
    await expect(open()).rejects.toThrow(
      `The clock of this machine and that of ${endpoint} differ by 20 minutes. Set the clock, for example with NTP.`,
    )
  })

  test.each([
    ['PUT', 'write objects'],
    ['GET nest/', 'read objects'],
    ['DELETE', 'delete objects'],
    ['list-type', 'list objects and uploads'],
    ['GET uploads', 'list objects and uploads'],
    ['POST', 'begin uploads'],
    ['DELETE uploadId', 'end uploads'],
  ])('names a missing right to %s', async (when, right) => {
    server.failures.push({ when, answer: { status: 403, code: 'AccessDenied' } })
    await expect(open()).rejects.toThrow(
      `S3_ACCESS_KEY_ID has no right to ${right} in S3_BUCKET "nestmark-files".`,
    )
  })

  test('names the endpoint that is no S3 store', async () => {
    server.failures.push({ when: 'PUT', answer: { status: 404 } })
    await expect(open()).rejects.toThrow(`The store at S3_ENDPOINT ${server.settings.endpoint} answered 404`)
  })

  test('F21 starts while the store hangs, and its calls wait for the check', async () => {
    let release = () => {}
    const hold = new Promise<void>(resolve => (release = resolve))
    server.failures.push({ when: 'PUT', times: 1, answer: { hold } })
    const store = await openS3Store(server.settings, sentence => reports.push(sentence), {
      ...times,
      start: 50,
    })
    expect(reports).toEqual([
      'The store of the files does not answer. The server starts without files and tries again.',
    ])
    const size = store.readSize(key)
    release()
    expect(await size).toBeNull()
  })

  test('F21 starts while the store is down, and checks it before its first use', async () => {
    server.failures.push({ when: 'nestmark-files', answer: { status: 503, code: 'SlowDown' } })
    const store = await open()
    expect(reports).toEqual([
      'The store of the files answered 503 SlowDown. The server starts without files and tries again.',
    ])
    await expect(store.writeLibrary('x')).rejects.toMatchObject({ reason: 'unavailable' })
    server.failures.length = 0
    server.isOpen = true
    await expect(store.writeLibrary('x')).rejects.toMatchObject({ reason: 'unavailable' })
    await expect(store.list()[Symbol.asyncIterator]().next()).rejects.toMatchObject({ reason: 'unavailable' })
    expect(server.bucket.objects.size).toBe(0)
    server.isOpen = false
    await store.writeLibrary('x')
    expect(await store.readLibrary()).toBe('x')
  })
})

test('the bucket is in the path or in the host', () => {
  const settings = { ...server.settings, endpoint: 'https://s3.example.org', bucket: 'links' }
  expect(toBucketUrl({ ...settings, pathStyle: true }).href).toBe('https://s3.example.org/links/')
  expect(toBucketUrl({ ...settings, pathStyle: false }).href).toBe('https://links.s3.example.org/')
})
