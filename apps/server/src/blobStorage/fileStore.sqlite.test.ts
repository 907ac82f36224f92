import { execFileSync, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDiskStore } from './diskStore.ts'
import { type FileStore, type Part, type StoredObject, StoreError } from './fileStore.ts'
import { type OpenedStore, storesToTest } from './testing/openTestStore.testing.ts'
import { putObject } from './testing/putObject.testing.ts'

/** Small parts of an object must be the last, as in S3. */
const partSize = 5 << 20
const newKey = () => randomBytes(16).toString('base64url')
/** Returns the bytes as a stream of several chunks. */
const toStream = (bytes: Buffer) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / 500_000) }, (_, at) =>
      bytes.subarray(at * 500_000, (at + 1) * 500_000),
    ),
  )
const partsOf = (bytes: Buffer): Part[] =>
  Array.from({ length: Math.ceil(bytes.length / partSize) }, (_, number) => ({
    number,
    offset: number * partSize,
    size: Math.min(partSize, bytes.length - number * partSize),
  }))
const cutPart = (bytes: Buffer, { offset, size }: Part) => bytes.subarray(offset, offset + size)
const digest = (bytes: Buffer | null) =>
  createHash('sha256')
    .update(bytes ?? 'missing')
    .digest('hex')

describe.each(storesToTest)('the store of files $name', ({ open, isSkipped }) => {
  if (isSkipped) {
    test.skip('needs TEST_S3_URL')
    return
  }
  let opened: OpenedStore
  let store: FileStore
  beforeEach(async () => {
    opened = await open()
    store = opened.store
  })
  afterEach(() => opened.close())

  const write = async (key: string, uploadId: string, bytes: Buffer, part: Part) => ({
    number: part.number,
    tag: await store.writePart(key, uploadId, part, toStream(cutPart(bytes, part))),
  })
  const readAll = async (key: string, range?: { first: number; last: number }) => {
    const stream = await store.read(key, range)
    return stream && (await buffer(stream))
  }
  const listAll = async () => {
    const all: StoredObject[] = []
    for await (const each of store.list()) all.push(each)
    return all
  }
  const listKeys = async () => (await listAll()).map(({ key }) => key)

  test('joins parts that arrive in any order, some of them twice', async () => {
    const bytes = randomBytes(3 * partSize + 17)
    const key = newKey()
    const uploadId = await store.begin(key)
    const [first, ...others] = partsOf(bytes)
    const written = await Promise.all(
      [...others.toReversed(), first!].map(part => write(key, uploadId, bytes, part)),
    )
    await write(key, uploadId, bytes, others[1]!)
    expect(await store.readSize(key)).toBeNull()
    expect(await listAll()).toMatchObject([{ uploadId }])
    const parts = written.toSorted((a, b) => a.number - b.number)
    await store.finish(key, uploadId, parts)
    // A server that ended before it recorded this calls it again.
    await store.finish(key, uploadId, parts)
    expect(digest(await readAll(key))).toBe(digest(bytes))
    expect(await store.readSize(key)).toBe(bytes.length)
    expect(digest(await readAll(key, { first: 1_000_000, last: 1_000_099 }))).toBe(
      digest(bytes.subarray(1_000_000, 1_000_100)),
    )
    const [object, ...rest] = await listAll()
    expect([object, rest]).toMatchObject([{ key, size: bytes.length }, []])
    expect(object!.uploadId).toBeUndefined()
    expect(Math.abs(object!.writtenAt - Date.now())).toBeLessThan(120_000)
  })

  test('reads chunks whose memory is used again, completely and in ranges', async () => {
    const key = newKey()
    const bytes = randomBytes(1_500_000)
    await putObject(store, key, bytes)
    const readAll = async (range?: { first: number; last: number }) => {
      const copies: Buffer[] = []
      for await (const chunk of (await store.readChunks(key, range))!) copies.push(Buffer.from(chunk))
      return Buffer.concat(copies)
    }
    expect(digest(await readAll())).toBe(digest(bytes))
    const range = { first: 123_456, last: 1_234_567 }
    expect(digest(await readAll(range))).toBe(digest(bytes.subarray(range.first, range.last + 1)))
    expect(await readAll({ first: 9, last: 9 })).toEqual(bytes.subarray(9, 10))
    expect(await store.readChunks(newKey())).toBeNull()
    // A reader that stops early, and one that never starts.
    for await (const _chunk of (await store.readChunks(key))!) break
    const unread = (await store.readChunks(key))!
    unread.destroy()
    unread.destroy()
  })

  test('reads ranges up to the end, and nothing behind it', async () => {
    const key = newKey()
    await putObject(store, key, Buffer.from('0123456789'))
    expect(String(await readAll(key, { first: 0, last: 0 }))).toBe('0')
    expect(String(await readAll(key, { first: 7, last: 20 }))).toBe('789')
    expect(String(await readAll(key, { first: 10, last: 20 }))).toBe('')
    expect(await readAll(newKey(), { first: 0, last: 0 })).toBeNull()
  })

  test('F16 refuses parts of another length than declared', async () => {
    const key = newKey()
    const uploadId = await store.begin(key)
    for (const sent of [99, 101, 0]) {
      const part = store.writePart(
        key,
        uploadId,
        { number: 0, offset: 0, size: 100 },
        toStream(randomBytes(sent)),
      )
      await expect(part).rejects.toMatchObject({ name: 'StoreError', reason: 'cut' })
    }
    const more = Readable.from([randomBytes(100), randomBytes(1)])
    await expect(
      store.writePart(key, uploadId, { number: 0, offset: 0, size: 100 }, more),
    ).rejects.toBeInstanceOf(StoreError)
    await store.abort(key, uploadId)
  })

  test('F16 accepts a part again whose sender breaks off', async () => {
    const bytes = randomBytes(1_200_000)
    const key = newKey()
    const uploadId = await store.begin(key)
    const [part] = partsOf(bytes)
    // Errors of connections have codes too.
    const error = Object.assign(new Error('The sender broke off.'), { code: 'ECONNRESET' })
    const torn = Readable.from(
      (async function* () {
        yield bytes.subarray(0, 600_000)
        yield bytes.subarray(600_000, 1_000_000)
        throw error
      })(),
    )
    await expect(store.writePart(key, uploadId, part!, torn)).rejects.toBe(error)
    await store.finish(key, uploadId, [await write(key, uploadId, bytes, part!)])
    expect(digest(await readAll(key))).toBe(digest(bytes))
  })

  test('F01 parts survive the end of the process that wrote them', async () => {
    const bytes = randomBytes(2 * partSize)
    const key = newKey()
    const uploadId = await store.begin(key)
    const program = join(import.meta.dirname, 'testing/writePart.testing.process.ts')
    const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] })
    // It is killed while this process writes to it.
    child.stdin.on('error', () => {})
    const [first, second] = partsOf(bytes)
    // It writes the first part, and never gets the end of the second.
    child.stdin.write(`${JSON.stringify({ target: opened.target, key, uploadId, partSize })}\n`)
    child.stdin.write(cutPart(bytes, first!))
    child.stdin.write(cutPart(bytes, second!).subarray(0, partSize - 10))
    const [tag] = await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')
    const again = await write(key, uploadId, bytes, second!)
    await store.finish(key, uploadId, [{ number: 0, tag: String(tag).trim() }, again])
    expect(digest(await readAll(key))).toBe(digest(bytes))
  })

  test('two calls of finish have one result', async () => {
    const bytes = randomBytes(1000)
    const key = newKey()
    const uploadId = await store.begin(key)
    const parts = [await write(key, uploadId, bytes, partsOf(bytes)[0]!)]
    await Promise.all([1, 2, 3].map(() => store.finish(key, uploadId, parts)))
    expect(await listKeys()).toEqual([key])
    expect(digest(await readAll(key))).toBe(digest(bytes))
  })

  test('abort concurrent with finish leaves the complete object or nothing', async () => {
    for (let round = 0; round < 5; round++) {
      const bytes = randomBytes(1000)
      const key = newKey()
      const uploadId = await store.begin(key)
      const parts = [await write(key, uploadId, bytes, partsOf(bytes)[0]!)]
      const [finished, aborted] = await Promise.allSettled(
        round % 2 === 0
          ? [store.finish(key, uploadId, parts), store.abort(key, uploadId)]
          : [store.abort(key, uploadId), store.finish(key, uploadId, parts)].toReversed(),
      )
      expect(aborted!.status).toBe('fulfilled')
      if (finished!.status === 'fulfilled') expect(digest(await readAll(key))).toBe(digest(bytes))
      else {
        expect(finished!.reason).toMatchObject({ reason: 'lost' })
        expect(await readAll(key)).toBeNull()
      }
      expect((await listAll()).filter(each => each.uploadId === uploadId)).toEqual([])
    }
  })

  test('an aborted upload leaves nothing, and takes no further part', async () => {
    const bytes = randomBytes(1000)
    const key = newKey()
    const uploadId = await store.begin(key)
    const [part] = partsOf(bytes)
    const written = await write(key, uploadId, bytes, part!)
    await store.abort(key, uploadId)
    await store.abort(key, uploadId)
    await expect(write(key, uploadId, bytes, part!)).rejects.toMatchObject({ reason: 'lost' })
    await expect(store.finish(key, uploadId, [written])).rejects.toMatchObject({ reason: 'lost' })
    expect(await listKeys()).toEqual([])
    expect(await readAll(key)).toBeNull()
  })

  test('writes and removes small objects', async () => {
    const [one, other] = [newKey(), newKey()]
    await putObject(store, one, Buffer.from('one'))
    await putObject(store, one, Buffer.from('one again'))
    await putObject(store, other, Buffer.from('other'))
    expect(String(await readAll(one))).toBe('one again')
    await store.remove([one, newKey()])
    await store.remove([one])
    await store.remove([])
    expect(await listKeys()).toEqual([other])
  })

  test('U01 no key leaves the store', async () => {
    for (const key of ['../../outside', 'short', '', `${'a'.repeat(20)}/../x`, `${'a'.repeat(20)}\0`]) {
      await expect((async () => putObject(store, key, Buffer.from('x')))()).rejects.toThrow(
        'The key of a file is invalid.',
      )
      await expect((async () => store.read(key))()).rejects.toThrow('The key of a file is invalid.')
    }
    expect(await listKeys()).toEqual([])
  })
})

describe('the store of files on disk', () => {
  let folder: string
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'nestmark-files-'))))
  afterEach(() => rm(folder, { recursive: true }))

  test('Z09 only the user of the server can read the files', async () => {
    const store = await openDiskStore(join(folder, 'files'))
    await putObject(store, newKey(), Buffer.from('private'))
    await store.begin(newKey())
    await store.readMark()
    const all = await readdir(folder, { recursive: true })
    const modes = await Promise.all(all.map(async path => (await stat(join(folder, path))).mode & 0o077))
    expect(modes.length).toBeGreaterThan(5)
    expect(new Set(modes)).toEqual(new Set([0]))
  })

  test('two servers read the same mark of one folder, and different ones of two', async () => {
    const [one, same, other] = await Promise.all(
      ['files', 'files', 'others'].map(async name => (await openDiskStore(join(folder, name))).readMark()),
    )
    expect(one).toMatch(/^[0-9a-f-]{36}$/)
    expect(same).toBe(one)
    expect(other).not.toBe(one)
  })

  test('F08 reports a full disk, and accepts parts again when it has space', async context => {
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder], { stdio: 'ignore' })
    } catch {
      return context.skip('This machine does not allow mounting.')
    }
    try {
      const store = await openDiskStore(folder)
      const [large, small] = [newKey(), newKey()]
      const bytes = randomBytes(2 * partSize)
      const uploadId = await store.begin(large)
      const [first, second] = partsOf(bytes)
      await store.writePart(large, uploadId, first!, toStream(cutPart(bytes, first!)))
      const rest = () => store.writePart(large, uploadId, second!, toStream(cutPart(bytes, second!)))
      await expect(rest()).rejects.toMatchObject({ reason: 'full' })
      await expect(putObject(store, small, bytes)).rejects.toMatchObject({ reason: 'full' })
      expect(await store.readSize(small)).toBeNull()
      execFileSync('mount', ['-o', 'remount,size=30m', folder])
      await rest()
      await store.finish(large, uploadId, [])
      expect(digest(await buffer((await store.read(large))!))).toBe(digest(bytes))
    } finally {
      execFileSync('umount', [folder])
    }
  })
})
