import { createHash } from 'node:crypto'
import { appendFile, cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createClient } from '@nestmark/contract/client'
import { downloadUrl } from '@nestmark/contract/files'
import { saveLink } from '@nestmark/contract/links/links'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { acceptFilesCommand } from '../../../admin/accept.ts'
import type { AdminCommand, AdminContext } from '../../../admin/command.ts'
import { moveFilesCommand } from '../../../admin/files.ts'
import { createApp } from '../../../app.ts'
import type { Db } from '../../../db/db.ts'
import type { FilesConfig } from '../../../blobStorage/storeConfig.ts'
import { type ObjectStore, startObjectStore } from '../../../blobStorage/testing/objectStore.testing.ts'
import { admin as runAdmin } from '../../../test/support/admin.ts'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { scratchDir } from '../../../test/support/scratch.ts'
import { saveFile, toAudio } from '../../../test/support/files.ts'
import { type Person, signIn } from '../../../test/support/people.ts'
import { readStorePlaces } from './blobStore.ts'

/** A server on disk, a bucket, and servers with the bucket next to it. */
let app: TestApp
let ada: Person
let bucket: ObjectStore
let onDisk: FilesConfig
const others: { close(): Promise<void> }[] = []
beforeEach(async () => {
  bucket = await startObjectStore()
  onDisk = { store: 'disk', folder: join(scratchDir(), 'files'), s3: null, isDirect: false }
  app = await startApp({ files: onDisk })
  ada = await signIn(app, 'ada', 2)
})
afterEach(async () => {
  for (const other of others.splice(0)) await other.close()
  await app.stop()
  await bucket.close()
  await rm(dirname(onDisk.folder), { recursive: true })
})

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const inBucket = (): FilesConfig => ({ ...onDisk, store: 's3', s3: bucket.settings })

/** Starts another server on the same database, and returns the caller there. */
async function startOther(files: FilesConfig): Promise<{ origin: string; ada: Person }> {
  const config = { ...app.services.config, files }
  const db: Db = Object.assign(Object.create(app.services.db), { close: async () => undefined })
  const other = await createApp(config, db, app.services.now, app.services.steady)
  other.services.jobs.wake()
  others.push(other)
  const origin = await other.server.listen({ port: 0, host: '127.0.0.1' })
  const { call } = createClient(origin, () => ada.token)
  return { origin, ada: { ...ada, call: (operation, input) => call(operation, input) as never } }
}

/** Returns the digest of the file of a link, or the status of the answer. Comparing large buffers takes long. */
async function readThrough(origin: string, linkId: string): Promise<string | number> {
  const { url } = await ada.call(downloadUrl, { link_id: linkId })
  const answer = await fetch(origin + url)
  return answer.status === 200 ? digest(Buffer.from(await answer.arrayBuffer())) : answer.status
}

/**
 * Runs a command on the database of the servers. A second connection of this thread could wait for one that writes,
 * which continues only when the other stops.
 */
async function run(command: AdminCommand, options: Record<string, string> = {}) {
  const printed: string[] = []
  const context: AdminContext = {
    config: { ...app.services.config, files: inBucket() },
    open: async () => app.services.db,
    print: line => void printed.push(line),
  }
  const error = await command.run(context, options).then(
    () => null,
    (error: Error) => error,
  )
  return { error, out: printed.join('\n') }
}
const move = (to: string, options = {}) => run(moveFilesCommand, { to, ...options })

const objectsOnDisk = async () =>
  (await readdir(onDisk.folder, { recursive: true, withFileTypes: true })).filter(
    entry => entry.isFile() && entry.name !== 'store-id' && entry.name !== 'library.id',
  )
const objectsInBucket = () => [...bucket.bucket.objects.keys()].filter(key => !key.endsWith('library.id'))
const places = () => readStorePlaces(app.services.db.read)

test('files move copies what is on disk into the bucket while servers run, and continues after its end', async () => {
  const bytes = [toAudio(300_000), toAudio((8 << 20) + 100), toAudio(1000), toAudio(500)]
  const digests = bytes.map(digest)
  const links: string[] = []
  for (const each of bytes) links.push((await saveFile(app, ada, each))._id)
  expect((await runAdmin(app.services.config, 'files', 'move')).error).toBe(
    'Say where: --to disk or --to s3.\n',
  )
  const early = await move('s3')
  expect(early.error?.message).toContain('Start all servers with FILES_STORE=s3 first')
  const other = await startOther(inBucket())
  const later = toAudio(2000)
  const after = await saveFile(other, other.ada, later)
  expect([objectsInBucket().length, (await objectsOnDisk()).length]).toEqual([1, 4])
  for (const [at, link] of links.entries()) expect(await readThrough(other.origin, link)).toBe(digests[at])

  // The bucket is down after some files.
  bucket.failures.push({ when: 'POST uploads', answer: { status: 403, code: 'AccessDenied' } })
  expect((await move('s3')).error).toMatchObject({ name: expect.stringMatching(/^(Unusable)?StoreError$/) })
  bucket.failures.length = 0
  bucket.failures.push({ when: 'POST uploadId', answer: { status: 403, code: 'AccessDenied' } })
  expect((await move('s3')).error).toMatchObject({ name: expect.stringMatching(/^(Unusable)?StoreError$/) })
  expect(await places()).toMatchObject({
    store_id: 's3',
    old_store_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  expect(bucket.bucket.uploads.size).toBe(0)
  bucket.failures.length = 0
  for (const [at, link] of links.entries()) expect(await readThrough(other.origin, link)).toBe(digests[at])

  const moved = await move('s3')
  expect(moved.error).toBeNull()
  expect(moved.out).toContain('5 files are in the new store.')
  expect(await places()).toEqual({ store_id: 's3', old_store_id: null })
  expect((await move('s3')).out).toBe('All files are there already.')
  await rm(onDisk.folder, { recursive: true })
  const last = await startOther(inBucket())
  for (const [at, link] of links.entries()) {
    expect(await readThrough(last.origin, link)).toBe(digests[at])
    expect(await readThrough(other.origin, link)).toBe(digests[at])
  }
  expect(await readThrough(last.origin, after._id)).toBe(digest(later))
})

test('files move does not copy a damaged file, and ends only when it may leave it', async () => {
  const bytes = toAudio(1000)
  const good = await saveFile(app, ada, bytes)
  const damaged = await saveFile(app, ada, toAudio(2000))
  const { url } = await ada.call(downloadUrl, { link_id: damaged._id })
  await startOther(inBucket())
  const object = (await objectsOnDisk()).map(entry => join(entry.parentPath, entry.name))
  for (const path of object) {
    const stored = await readFile(path)
    if (stored.length === 2000) await writeFile(path, Buffer.concat([stored.subarray(1), Buffer.from('x')]))
  }
  const first = await move('s3')
  expect(first.error?.message).toContain('1 files are missing or damaged in the old store.')
  expect(first.out).toContain('Missing or damaged: ')
  expect([objectsInBucket().length, bucket.bucket.uploads.size]).toEqual([1, 0])
  expect((await move('s3', { 'leave-lost': 'yes' })).error).toBeNull()
  const last = await startOther(inBucket())
  expect(await readThrough(last.origin, good._id)).toBe(digest(bytes))
  expect((await fetch(last.origin + url)).status).toBe(404)
})

test('files return from the bucket to the disk', async () => {
  const bytes = toAudio(5000)
  const other = await startOther(inBucket())
  const { _id: link } = await saveFile(other, other.ada, bytes)
  const again = await startOther({ ...onDisk, s3: bucket.settings })
  expect(await readThrough(again.origin, link)).toBe(digest(bytes))
  expect((await move('disk')).error).toBeNull()
  expect(await objectsOnDisk()).toHaveLength(1)
  expect(await readThrough((await startOther(onDisk)).origin, link)).toBe(digest(bytes))
})

test('F16 a server with another folder ends its start, until the folder has the mark or the operator accepts it', async () => {
  const bytes = toAudio(1000)
  const { _id: link } = await saveFile(app, ada, bytes)
  const elsewhere = `${onDisk.folder}-elsewhere`
  const other = { ...onDisk, folder: elsewhere }
  const refusal = `FILES_DIR "${elsewhere}" is another folder than the one with the files of this library`
  await expect(startOther(other)).rejects.toThrow(refusal)
  await rm(elsewhere, { recursive: true })
  await cp(onDisk.folder, elsewhere, { recursive: true })
  expect(await readThrough((await startOther(other)).origin, link)).toBe(digest(bytes))
  await appendFile(join(elsewhere, 'store-id'), 'x')
  await expect(startOther(other)).rejects.toThrow(refusal)
  // Not even while it is the old store.
  await startOther(inBucket())
  await expect(startOther({ ...inBucket(), folder: elsewhere })).rejects.toThrow(refusal)
  expect((await run(acceptFilesCommand)).error).toBeNull()
  expect(await readThrough((await startOther(other)).origin, link)).toBe(digest(bytes))
  await rm(elsewhere, { recursive: true })
})

test('F16 a place with the files of another library ends the start, until the operator accepts it', async () => {
  const elsewhere = { ...onDisk, folder: `${onDisk.folder}-elsewhere` }
  for (const files of [elsewhere, inBucket()]) {
    const another = await startApp({ files })
    await another.stop()
  }
  await expect(startOther(elsewhere)).rejects.toThrow(
    `FILES_DIR "${elsewhere.folder}" has the files of another library`,
  )
  await expect(startOther(inBucket())).rejects.toThrow(
    `S3_BUCKET "${bucket.settings.bucket}" under S3_PREFIX "${bucket.settings.prefix}" has the files of another library`,
  )
  expect((await run(acceptFilesCommand)).error).toBeNull()
  const other = await startOther(inBucket())
  const bytes = toAudio(1000)
  const { _id: link } = await saveFile(other, other.ada, bytes)
  expect(await readThrough(other.origin, link)).toBe(digest(bytes))
  await rm(elsewhere.folder, { recursive: true })
})

test('F05 a folder that is a file ends the start with a message', async () => {
  const folder = `${onDisk.folder}-file`
  await writeFile(folder, '')
  await expect(startOther({ ...onDisk, folder })).rejects.toThrow(`FILES_DIR "${folder}" cannot be used: `)
  await rm(folder)
})

test('F21 a server starts without its bucket, and everything but files works', async () => {
  await bucket.close()
  const other = await startOther(inBucket())
  expect((await fetch(`${other.origin}/api/ready`)).status).toBe(200)
  const { name } = await other.ada.call(saveLink, {
    name: 'A page',
    link: 'https://example.org/',
    category: 1,
  })
  expect(name).toBe('A page')
  await expect(saveFile(other, other.ada, toAudio(1000))).rejects.toMatchObject({ code: 'files.storeAway' })
  bucket = await startObjectStore()
})
