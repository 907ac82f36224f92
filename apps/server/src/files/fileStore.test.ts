import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDiskStore } from './diskStore.ts'
import { type FileStore, type Part, StoreError } from './fileStore.ts'

let folder: string
let store: FileStore
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nestmark-files-'))
  store = await openDiskStore(join(folder, 'files'))
})
afterEach(() => rm(folder, { recursive: true }))

const partSize = 1 << 20
const newKey = () => randomBytes(16).toString('base64url')
/** Returns the bytes as a stream of several chunks. */
const toStream = (bytes: Buffer) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / 50_000) }, (_, at) =>
      bytes.subarray(at * 50_000, (at + 1) * 50_000),
    ),
  )
const partsOf = (bytes: Buffer): Part[] =>
  Array.from({ length: Math.ceil(bytes.length / partSize) }, (_, number) => ({
    number,
    offset: number * partSize,
    size: Math.min(partSize, bytes.length - number * partSize),
  }))
const write = async (key: string, uploadId: string, bytes: Buffer, part: Part) => ({
  number: part.number,
  tag: await store.writePart(
    key,
    uploadId,
    part,
    toStream(bytes.subarray(part.offset, part.offset + part.size)),
  ),
})
const readAll = async (key: string, range?: { first: number; last: number }) => {
  const stream = await store.read(key, range)
  return stream && (await buffer(stream))
}
const digest = (bytes: Buffer | null) =>
  createHash('sha256')
    .update(bytes ?? 'missing')
    .digest('hex')
const listKeys = async () => {
  const keys: string[] = []
  for await (const { key } of store.list()) keys.push(key)
  return keys
}

describe('the store of files on disk', () => {
  test('joins parts that arrive in any order, some of them twice', async () => {
    const bytes = randomBytes(3 * partSize + 17)
    const key = newKey()
    const uploadId = await store.begin(key)
    const [first, ...others] = partsOf(bytes)
    const written = await Promise.all(
      [...others.toReversed(), first!, others[1]!].map(part => write(key, uploadId, bytes, part)),
    )
    expect(await store.readSize(key)).toBeNull()
    await store.finish(
      key,
      uploadId,
      written.toSorted((a, b) => a.number - b.number),
    )
    // A server that ended before it recorded this calls it again.
    await store.finish(key, uploadId, written)
    expect(digest(await readAll(key))).toBe(digest(bytes))
    expect(await store.readSize(key)).toBe(bytes.length)
    expect(digest(await readAll(key, { first: 1_000_000, last: 1_000_099 }))).toBe(
      digest(bytes.subarray(1_000_000, 1_000_100)),
    )
    expect(await listKeys()).toEqual([key])
  })

  test('refuses parts of another length than declared', async () => {
    const key = newKey()
    const uploadId = await store.begin(key)
    for (const sent of [99, 101, 0])
      await expect(
        store.writePart(key, uploadId, { number: 0, offset: 0, size: 100 }, toStream(randomBytes(sent))),
      ).rejects.toThrow(StoreError)
  })

  test('an aborted upload leaves nothing, and takes no further part', async () => {
    const bytes = randomBytes(1000)
    const key = newKey()
    const uploadId = await store.begin(key)
    const [part] = partsOf(bytes)
    await write(key, uploadId, bytes, part!)
    await store.abort(key, uploadId)
    await store.abort(key, uploadId)
    await expect(write(key, uploadId, bytes, part!)).rejects.toMatchObject({ reason: 'lost' })
    await expect(store.finish(key, uploadId, [])).rejects.toMatchObject({ reason: 'lost' })
    expect(await listKeys()).toEqual([])
    expect(await readAll(key)).toBeNull()
  })

  test('writes and removes small objects', async () => {
    const [one, other] = [newKey(), newKey()]
    await store.put(one, Buffer.from('one'))
    await store.put(one, Buffer.from('one again'))
    await store.put(other, Buffer.from('other'))
    expect(String(await readAll(one))).toBe('one again')
    await store.remove([one, newKey()])
    expect(await listKeys()).toEqual([other])
  })

  test('only the user of the server can read the files, and no key leaves the folder', async () => {
    await store.put(newKey(), Buffer.from('private'))
    const all = await readdir(folder, { recursive: true })
    const modes = await Promise.all(all.map(async path => (await stat(join(folder, path))).mode & 0o077))
    expect(modes.length).toBeGreaterThan(3)
    expect(new Set(modes)).toEqual(new Set([0]))
    for (const key of ['../../outside', 'short', '', `${'a'.repeat(20)}/../x`, `${'a'.repeat(20)}\0`])
      await expect(store.put(key, Buffer.from('x'))).rejects.toThrow('The key of a file is invalid.')
  })
})
