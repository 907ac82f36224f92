import { randomUUID } from 'node:crypto'
import { createReadStream, open as openFile } from 'node:fs'
import {
  type FileHandle,
  mkdir,
  open,
  opendir,
  readFile,
  rename,
  rm,
  stat,
  statfs,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { markName, readMark, syncFolder } from './diskMark.ts'
import { exactBytes } from './exactBytes.ts'
import { assertKey, isKey, libraryName } from './fileKeys.ts'
import { readInTurns } from './fileChunks.ts'
import {
  type ByteRange,
  type Chunks,
  type FileStore,
  type Part,
  StoreError,
  type StoredObject,
} from './fileStore.ts'

/** Unfinished uploads are in this folder. Finished objects are in folders of two letters, two levels deep. */
const arriving = 'arriving'

/** A stream reads a descriptor with less work than a `FileHandle`. */
const openDescriptor = promisify(openFile)
/** How much of a file is read at a time. A stalled reader holds up to twice as much. */
const chunkBytes = 128 * 1024

/**
 * Opens a store in a folder of this machine. Only the user of the server may read it.
 * @param folder is created when it is missing
 */
export async function openDiskStore(folder: string): Promise<FileStore> {
  await ignoreFull(() => makeFolder(join(folder, arriving)))
  const toPath = (key: string) => {
    assertKey(key)
    return join(folder, key.slice(0, 2), key.slice(2, 4), key)
  }
  const toArriving = (uploadId: string) => {
    assertKey(uploadId)
    return join(folder, arriving, uploadId)
  }
  return {
    minPartBytes: 1,
    async begin() {
      const uploadId = randomUUID()
      await attempt(async () => {
        await makeFolder(join(folder, arriving))
        const file = await open(toArriving(uploadId), 'wx', 0o600)
        await file.close()
      })
      return uploadId
    },
    async writePart(_key, uploadId, part, bytes) {
      await attempt(async () => {
        const file = await open(toArriving(uploadId), 'r+')
        try {
          await writeExactly(file, part, bytes)
          await file.datasync()
        } finally {
          await file.close()
        }
      })
      return ''
    },
    async finish(key, uploadId) {
      const path = toPath(key)
      await attempt(async () => {
        await makeFolder(dirname(path))
        try {
          await rename(toArriving(uploadId), path)
        } catch (error) {
          // An earlier call may have finished it.
          if (!isMissing(error) || (await readFileSize(path)) === null) throw error
        }
        await syncFolder(dirname(path))
      })
    },
    async abort(_key, uploadId) {
      await attempt(() => rm(toArriving(uploadId), { force: true }))
    },
    read: (key, range) => attempt(() => openRange(toPath(key), range)),
    readChunks: (key, range) => attempt(() => openChunks(toPath(key), range)),
    readSize: key => attempt(() => readFileSize(toPath(key))),
    async remove(keys) {
      for (const key of keys) await attempt(() => rm(toPath(key), { force: true }))
    },
    readLibrary: () => attempt(() => readLibrary(join(folder, libraryName))),
    writeLibrary: id =>
      attempt(async () => {
        await writeFile(join(folder, libraryName), id, { mode: 0o600, flush: true })
        await syncFolder(folder)
      }),
    list: () => listFolder(folder),
    async readSpace() {
      const { bavail, blocks, bsize } = await statfs(folder)
      return { free: bavail * bsize, total: blocks * bsize }
    },
    readMark: () => attempt(() => readMark(folder, join(folder, arriving, randomUUID()))),
    address: async () => null,
  }
}

/** Writes the bytes of a part at its place, and exactly as many as declared. */
async function writeExactly(file: FileHandle, { offset, size }: Part, bytes: Readable): Promise<void> {
  let written = 0
  for await (const chunk of exactBytes(bytes, size)) {
    await writeAll(file, chunk, offset + written)
    written += chunk.length
  }
}

/** Writes a chunk completely: a system call may write less. */
async function writeAll(file: FileHandle, chunk: Buffer, position: number): Promise<void> {
  let done = 0
  while (done < chunk.length)
    done += (await file.write(chunk, done, chunk.length - done, position + done)).bytesWritten
}

async function openRange(path: string, range: ByteRange | undefined): Promise<Readable | null> {
  const fd = await ifPresent(openDescriptor(path, 'r'))
  if (fd === null) return null
  return createReadStream('', {
    fd,
    highWaterMark: chunkBytes,
    ...(range && { start: range.first, end: range.last }),
  })
}

async function openChunks(path: string, range: ByteRange | undefined): Promise<Chunks | null> {
  const fd = await ifPresent(openDescriptor(path, 'r'))
  return fd === null ? null : readInTurns(fd, range)
}

/** Returns null where the file of a call is missing. */
async function ifPresent<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

const readLibrary = async (path: string) => (await ifPresent(readFile(path, 'utf8')))?.trim() || null
const readFileSize = async (path: string) => (await ifPresent(stat(path)))?.size ?? null

async function* listFolder(folder: string): AsyncIterable<StoredObject> {
  for await (const entry of await opendir(folder, { recursive: true })) {
    if (!entry.isFile() || entry.name === markName || !isKey(entry.name)) continue
    const isUnfinished = basename(entry.parentPath) === arriving
    const found = await ifPresent(stat(join(entry.parentPath, entry.name)))
    if (!found) continue
    yield {
      key: entry.name,
      size: found.size,
      writtenAt: found.mtimeMs,
      ...(isUnfinished && { uploadId: entry.name }),
    }
  }
}

const makeFolder = (path: string) => mkdir(path, { recursive: true, mode: 0o700 })

/** Runs file calls that a full disk may prevent: links are read and saved without them. */
async function ignoreFull(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!fullCodes.has(codeOf(error))) throw error
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code
const isMissing = (error: unknown) => codeOf(error) === 'ENOENT'
/** The folder is read-only, not mounted any more, or damaged. */
const unavailableCodes: ReadonlySet<string | undefined> = new Set(
  'EROFS EACCES EPERM EIO ESTALE ENOTCONN ENXIO ENODEV'.split(' '),
)
const fullCodes: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Runs file calls, and translates their errors. */
async function attempt<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StoreError || !(error instanceof Error) || codeOf(error) === undefined) throw error
    if (fullCodes.has(codeOf(error)))
      throw new StoreError('full', 'The disk of the files has no space left.', { cause: error })
    if (unavailableCodes.has(codeOf(error)))
      throw new StoreError('unavailable', 'The folder of the files cannot be used.', { cause: error })
    if (isMissing(error)) throw new StoreError('lost', 'The upload is not in the store.', { cause: error })
    throw error
  }
}
