import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FileStore } from '../../../blobStorage/fileStore.ts'
import { openS3Store } from '../../../blobStorage/s3/openS3Store.ts'
import { type ObjectStore, startObjectStore } from '../../../blobStorage/testing/objectStore.testing.ts'
import { openObject } from './readObject.ts'
import { putObject } from '../../../blobStorage/testing/putObject.testing.ts'

let server: ObjectStore
let store: FileStore
const key = 'abcdefghijklmnop'
const bytes = randomBytes(300_000)

beforeEach(async () => {
  server = await startObjectStore()
  store = await openS3Store(server.settings, () => undefined)
  await putObject(store, key, bytes)
})
afterEach(() => server.close())

async function read(size = bytes.length): Promise<Buffer> {
  const opened = await openObject(store, key, size, new AbortController().signal)
  return buffer(Readable.from(opened!))
}

test('F21 a read continues at its position after the connection breaks', async () => {
  server.failures.push({ when: 'GET', times: 2, answer: 'cutAnswer' })
  expect((await read()).equals(bytes)).toBe(true)
  expect(server.failures).toEqual([])
})

test('F24 does not retry reads of missing bytes', async () => {
  await expect(read(bytes.length + 1)).rejects.toMatchObject({ reason: 'lost' })
  await store.remove([key])
  expect(await openObject(store, key, 1, new AbortController().signal)).toBeNull()
})
