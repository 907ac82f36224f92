import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FileStore, StoredObject } from '../fileStore.ts'
import { createS3Client } from './s3Client.ts'
import { s3Times } from './s3Settings.ts'
import { createS3Store } from './s3Store.ts'
import { type ObjectStore, startObjectStore } from '../testing/objectStore.testing.ts'

let server: ObjectStore
let store: FileStore
const connect = (given: Partial<typeof s3Times> = {}) =>
  createS3Store(createS3Client(server.settings, { ...s3Times, pause: 1, ...given }), server.settings.prefix)
beforeEach(async () => {
  server = await startObjectStore()
  store = connect()
})
afterEach(() => server.close())

const key = 'abcdefghijklmnop'
const toPath = (of: string) => `nest/${of.slice(0, 2)}/${of.slice(2, 4)}/${of}`
const path = toPath(key)
const bytes = randomBytes(200_000)
const unavailable = { status: 503, code: 'SlowDown' }
const part = { number: 0, offset: 0, size: bytes.length }
const toStream = (all = bytes) =>
  Readable.from([all.subarray(0, 70_000), all.subarray(70_000, 140_000), all.subarray(140_000)])
const listAll = async () => {
  const all: StoredObject[] = []
  for await (const each of store.list()) all.push(each)
  return all
}
/** Returns the error of a call. */
const settle = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => error,
  )
const countRequests = (start: string) => server.requests.filter(each => each.startsWith(start)).length

describe('F21 an S3 store that fails temporarily', () => {
  test.each([
    ['503', unavailable],
    ['500 without a body', { status: 500 }],
    ['429', { status: 429, code: 'TooManyRequests' }],
    ['a broken connection', 'cut' as const],
    ['a broken answer', 'cutAnswer' as const],
  ])('repeats a call three times after %s', async (_name, answer) => {
    for (const when of ['PUT', 'HEAD', 'GET /nestmark-files/nest', 'POST uploads', 'DELETE'])
      server.failures.push({ when, times: 3, answer })
    server.bucket.put(path, bytes)
    await store.writeLibrary('library')
    expect(await store.readSize(key)).toBe(bytes.length)
    if (answer !== 'cutAnswer') expect((await buffer((await store.read(key))!)).equals(bytes)).toBe(true)
    await store.begin(key)
    await store.remove([key])
    expect(server.bucket.objects.size).toBe(1)
    expect(countRequests('PUT')).toBe(4)
  })

  test('reports a fourth failure as an unavailable store', async () => {
    server.failures.push({ when: 'PUT', answer: unavailable })
    await expect(store.writeLibrary('library')).rejects.toMatchObject({
      reason: 'unavailable',
      message: 'The store of the files answered 503 SlowDown.',
    })
    expect(countRequests('PUT')).toBe(4)
  })

  test('does not repeat a call after another refusal', async () => {
    server.failures.push({ when: 'PUT', answer: { status: 403, code: 'AccessDenied' } })
    await expect(store.writeLibrary('library')).rejects.toMatchObject({ reason: 'unavailable' })
    expect(countRequests('PUT')).toBe(1)
  })

  test('obeys Retry-After up to ten seconds', async () => {
    server.failures.push({ when: 'PUT', times: 1, answer: { ...unavailable, retryAfter: '11' } })
    await expect(store.writeLibrary('library')).rejects.toMatchObject({ reason: 'unavailable' })
    expect(countRequests('PUT')).toBe(1)
    // It waits for longer than the entire call may take.
    server.failures.push({ when: 'PUT', times: 1, answer: { ...unavailable, retryAfter: '9' } })
    await expect(connect({ whole: 2000 }).writeLibrary('library')).rejects.toMatchObject({
      reason: 'unavailable',
    })
    expect(countRequests('PUT')).toBe(2)
    const retryAfter = new Date(Date.now() - 5000).toUTCString()
    server.failures.push({ when: 'PUT', times: 1, answer: { ...unavailable, retryAfter } })
    await store.writeLibrary('library')
  })

  test('reports a store that does not answer as unavailable after the time limit of a call', async () => {
    let release = () => {}
    const hold = new Promise<void>(resolve => (release = resolve))
    server.failures.push({ when: 'nestmark-files', answer: { hold } })
    const impatient = connect({ idle: 100, whole: 150 })
    for (const call of [impatient.writeLibrary('library'), impatient.read(key), impatient.begin(key)].map(
      settle,
    ))
      expect(await call).toMatchObject({ reason: 'unavailable' })
    release()
  })

  test('reports a store that is down as unavailable', async () => {
    await server.close()
    for (const call of [store.writeLibrary('library'), store.read(key), listAll()].map(settle))
      expect(await call).toMatchObject({ reason: 'unavailable' })
    server = await startObjectStore()
  })

  test('fails the read of a file whose bytes end too early', async () => {
    server.bucket.put(path, bytes)
    server.failures.push({ when: 'GET', times: 1, answer: 'cutAnswer' })
    await expect(buffer((await store.read(key))!)).rejects.toMatchObject({
      name: 'StoreError',
      reason: 'unavailable',
    })
  })

  test('a reader that leaves before or within the bytes ends its request', async () => {
    server.bucket.put(path, randomBytes(30 << 20))
    const [unread, begun] = [(await store.read(key))!, (await store.read(key))!]
    await once(begun, 'data')
    expect(server.open).toBe(2)
    unread.destroy()
    begun.destroy()
    await expect.poll(() => server.open).toBe(0)
  })

  test('reports a store without space as full', async () => {
    for (const answer of [
      { status: 507, code: 'XMinioStorageFull' },
      { status: 403, code: 'QuotaExceeded' },
    ]) {
      server.failures.push({ when: 'PUT', times: 1, answer })
      await expect(store.writeLibrary('library')).rejects.toMatchObject({ reason: 'full' })
    }
    expect(countRequests('PUT')).toBe(2)
  })

  test('sixteen calls run at the same time, and slow readers take no place among them', async () => {
    server.bucket.put(path, randomBytes(3 << 20))
    const readers = await Promise.all(Array.from({ length: 40 }, () => store.read(key)))
    let release = () => {}
    const hold = new Promise<void>(resolve => (release = resolve))
    server.failures.push({ when: 'HEAD', answer: { hold } })
    const calls = Array.from({ length: 40 }, () => store.readSize(key))
    await expect.poll(() => countRequests('HEAD')).toBe(16)
    expect(await buffer((await store.read(key, { first: 0, last: 99 }))!)).toHaveLength(100)
    expect(countRequests('HEAD')).toBe(16)
    release()
    await Promise.all(calls)
    expect(countRequests('HEAD')).toBe(40)
    for (const reader of readers) reader!.destroy()
  })
})

describe('F21 parts', () => {
  test('sends a part again only if the store has read none of its bytes', async () => {
    const uploadId = await store.begin(key)
    server.failures.push({ when: 'PUT', times: 1, answer: unavailable })
    const source = toStream()
    await expect(store.writePart(key, uploadId, part, source)).rejects.toMatchObject({
      reason: 'unavailable',
    })
    expect(countRequests('PUT')).toBe(1)
    await expect.poll(() => source.destroyed).toBe(true)
    const tag = await store.writePart(key, uploadId, part, toStream())
    await store.finish(key, uploadId, [{ number: 0, tag }])
    expect(server.bucket.objects.get(path)!.bytes.equals(bytes)).toBe(true)
  })

  test('a connection that breaks within a part leaves nothing of it', async () => {
    const uploadId = await store.begin(key)
    for (const answer of ['cut', 'cutAnswer'] as const) {
      server.failures.push({ when: 'PUT', times: 1, answer })
      await expect(store.writePart(key, uploadId, part, toStream())).rejects.toMatchObject({
        reason: 'unavailable',
      })
    }
    await expect(store.finish(key, uploadId, [{ number: 0, tag: '"unknown"' }])).rejects.toMatchObject({
      reason: 'lost',
    })
    expect(server.bucket.objects.size).toBe(0)
  })

  test('finish reads the error inside an answer of status 200, and repeats the call', async () => {
    const uploadId = await store.begin(key)
    const parts = [{ number: 0, tag: await store.writePart(key, uploadId, part, toStream()) }]
    server.failures.push({ when: 'POST uploadId=', times: 2, answer: 'errorInside' })
    await store.finish(key, uploadId, parts)
    expect(server.bucket.objects.has(path)).toBe(true)
    const second = await store.begin(key)
    server.failures.push({ when: 'POST uploadId=', times: 4, answer: 'errorInside' })
    await expect(store.finish(key, second, parts)).rejects.toMatchObject({ reason: 'unavailable' })
  })

  test('finish detects an object whose answer was lost', async () => {
    const uploadId = await store.begin(key)
    const parts = [{ number: 0, tag: await store.writePart(key, uploadId, part, toStream()) }]
    server.failures.push({ when: 'POST uploadId=', times: 1, answer: 'cutAnswer' })
    await store.finish(key, uploadId, parts)
    expect(await store.readSize(key)).toBe(bytes.length)
  })
})

describe('objects of an S3 store', () => {
  test('removes a batch of more than a thousand objects, and reads its errors', async () => {
    const keys = Array.from({ length: 1100 }, (_, n) => `object-${String(n).padStart(10, '0')}`)
    for (const each of keys) server.bucket.put(toPath(each), Buffer.from('x'))
    await store.remove(keys)
    expect([server.bucket.objects.size, countRequests('POST')]).toEqual([0, 2])
  })

  test('lists only objects and uploads below the prefix, page by page', async () => {
    const keys = Array.from({ length: 5 }, () => randomBytes(12).toString('base64url')).toSorted()
    for (const each of keys) server.bucket.put(toPath(each), bytes)
    server.bucket.put('other/ab/cd/abcdefghijkl', bytes)
    server.bucket.put('nest/a-file-of-somebody.txt', bytes)
    const uploads = await Promise.all(keys.map(each => store.begin(each)))
    server.bucket.begin('other/ab/cd/abcdefghijkl')
    const listed = await listAll()
    const objects = listed.filter(each => each.uploadId === undefined)
    expect(objects.map(each => each.key).toSorted()).toEqual(keys)
    expect(new Set(objects.map(each => each.size))).toEqual(new Set([bytes.length]))
    expect(listed.flatMap(each => each.uploadId ?? []).toSorted()).toEqual(uploads.toSorted())
    expect(listed.every(each => Math.abs(each.writtenAt - Date.now()) < 60_000)).toBe(true)
  })

  test('Z09 an address is valid for its object, its seconds and its headers', async () => {
    server.bucket.put(path, Buffer.from('hello'))
    const disposition = 'inline; filename="a b+c.png"'
    const address = (await store.address(key, { type: 'image/png', disposition, seconds: 60 }))!
    const answer = await fetch(address, { headers: { range: 'bytes=1-2' } })
    expect([answer.status, await answer.text()]).toEqual([206, 'el'])
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(answer.headers.get('content-disposition')).toBe(disposition)
    for (const changed of [address.replace('png', 'gif'), address.replace(key, `${key}x`)])
      expect((await fetch(changed)).status).toBe(403)
    server.skewMs = 62_000
    expect((await fetch(address)).status).toBe(403)
  })
})
