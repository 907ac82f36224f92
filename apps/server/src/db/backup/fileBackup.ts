import { createReadStream, existsSync } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileStore } from '../../blobStorage/fileStore.ts'
import { readDigest, writeObject } from '../../blobStorage/parts.ts'
import { readTableNames } from '../catalog.ts'
import type { Db } from '../db.ts'
import type { BlobRow } from '../tables/fileTables.ts'
import { syncDirectory } from './write.ts'

/** The result of copying the bytes of files. */
export interface FileCounts {
  copied: number
  /** Copied by an earlier run. */
  present: number
  /** Digests of bytes that are missing or changed. */
  missing: string[]
}

type BackedUpBlob = Pick<BlobRow, 'id' | 'digest' | 'size' | 'state'>

const rowsAtOnce = 500
/** How long a backup suspends the sweep without a renewal, in milliseconds. */
const holdMs = 15 * 60_000

/** Returns whether the library has files: older ones have no table for them. */
export async function hasFiles(db: Db): Promise<boolean> {
  return (await readTableNames(db.read)).includes('blobs')
}

/**
 * Suspends the removal of objects by the sweep until the work ends. After a killed process, the suspension expires
 * within minutes.
 */
export async function holdSweep<T>(db: Db, work: (renew: () => Promise<void>) => Promise<T>): Promise<T> {
  const suspend = (until: number) =>
    db.write(async tx => void (await tx.updateTable('file_store').set({ held_until: until }).execute()))
  let renewedAt = 0
  const renew = async () => {
    if (Date.now() - renewedAt < holdMs / 3) return
    renewedAt = Date.now()
    await suspend(renewedAt + holdMs)
  }
  await renew()
  try {
    return await work(renew)
  } finally {
    await suspend(0)
  }
}

/**
 * Copies the bytes of all files to a folder, each once under its digest. Existing copies remain, so that a second
 * backup copies only new files.
 * @param onFile is called before each file
 */
export async function copyFilesOut(
  db: Db,
  store: FileStore,
  folder: string,
  onFile: () => Promise<void>,
): Promise<FileCounts> {
  const counts: FileCounts = { copied: 0, present: 0, missing: [] }
  for await (const blob of eachBlob(db)) {
    await onFile()
    const path = toPath(folder, blob.digest)
    if (await isSize(path, blob.size)) {
      counts.present++
      continue
    }
    const stream = await store.read(blob.id)
    if (stream && (await writeFile(path, stream as AsyncIterable<Uint8Array>, blob))) counts.copied++
    else if (blob.state === 'ready') counts.missing.push(blob.digest)
  }
  return counts
}

/** Copies the bytes of all files from such a folder to the store. Bytes with another digest are skipped. */
export async function copyFilesIn(db: Db, store: FileStore, folder: string): Promise<FileCounts> {
  const counts: FileCounts = { copied: 0, present: 0, missing: [] }
  for await (const { id, digest, size, state } of eachBlob(db)) {
    if (state !== 'ready') continue
    const path = toPath(folder, digest)
    if ((await store.readSize(id)) === size) counts.present++
    else if (!(await isSize(path, size))) counts.missing.push(digest)
    else if ((await writeObject(store, id, createReadStream(path), size, digest)) === digest) counts.copied++
    else counts.missing.push(digest)
  }
  return counts
}

/** The blobs with a wrong object, by the kind of error. */
export interface FileFindings {
  checked: number
  missing: string[]
  /** Of another size, or (a deep check) with other bytes. */
  changed: string[]
}

/**
 * Compares all blobs with the objects of the store.
 * @param deep true to read all bytes
 */
export async function checkFiles(db: Db, store: FileStore, deep: boolean): Promise<FileFindings> {
  const findings: FileFindings = { checked: 0, missing: [], changed: [] }
  for await (const { id, digest, size, state } of eachBlob(db)) {
    if (state !== 'ready') continue
    findings.checked++
    const stored = await store.readSize(id)
    const stream = deep && stored === size ? await store.read(id) : null
    if (stored === null) findings.missing.push(id)
    else if (stored !== size || (stream && (await readDigest(stream, size)) !== digest))
      findings.changed.push(id)
  }
  return findings
}

/** Returns all blobs whose bytes may be needed, page by page. */
async function* eachBlob(db: Db): AsyncGenerator<BackedUpBlob> {
  for (let after = ''; ;) {
    const rows = await db.read
      .selectFrom('blobs')
      .select(['id', 'digest', 'size', 'state'])
      .where('state', 'in', ['ready', 'deleting'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute()
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < rowsAtOnce) return
    after = last.id
  }
}

/** Hexadecimal digits, because some file systems ignore the case of names. */
function toPath(folder: string, digest: string): string {
  const name = Buffer.from(digest, 'base64url').toString('hex')
  return join(folder, name.slice(0, 2), name)
}

async function isSize(path: string, size: number): Promise<boolean> {
  return existsSync(path) && (await stat(path)).size === size
}

/** Writes bytes under a temporary name first. Returns false when they are not those of the blob. */
async function writeFile(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  { size, digest }: BackedUpBlob,
): Promise<boolean> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const part = `${path}.${process.pid}.part`
  const file = await open(part, 'w', 0o600)
  try {
    async function* written() {
      for await (const chunk of bytes) {
        await file.writeFile(chunk)
        yield chunk
      }
    }
    const isSame = (await readDigest(written(), size).catch(() => '')) === digest
    if (!isSame) return false
    await file.datasync()
    await rename(part, path)
    await syncDirectory(dirname(path))
    return true
  } finally {
    await file.close()
    await rm(part, { force: true })
  }
}
