import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import {
  type FileHandle,
  link,
  mkdir,
  open,
  opendir,
  readFile,
  rename,
  rm,
  stat,
  statfs,
} from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { type ByteRange, type FileStore, type Part, StoreError, type StoredObject } from './fileStore.ts'

/** Unfinished uploads are in this folder. Finished objects are in folders of two letters, two levels deep. */
const arriving = 'arriving'
/** The file with the mark of the folder. */
const markName = 'store-id'

/** Keys become paths. Letters and digits alone cannot leave the folder. */
const keyPattern = /^[A-Za-z0-9_-]{8,64}$/

/**
 * Opens a store in a folder of this machine. Only the user of the server may read it.
 * @param folder is created when it is missing
 */
export async function openDiskStore(folder: string): Promise<FileStore> {
  await mkdir(join(folder, arriving), { recursive: true, mode: 0o700 })
  const toPath = (key: string) => {
    assertKey(key)
    return join(folder, key.slice(0, 2), key.slice(2, 4), key)
  }
  const toArriving = (uploadId: string) => {
    assertKey(uploadId)
    return join(folder, arriving, uploadId)
  }
  return {
    async begin() {
      const uploadId = randomUUID()
      await attempt(async () => {
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
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
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
    async put(key, bytes) {
      const path = toPath(key)
      const temporary = toArriving(randomUUID())
      await attempt(async () => {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        const file = await open(temporary, 'wx', 0o600)
        try {
          await file.writeFile(bytes)
          await file.datasync()
        } finally {
          await file.close()
        }
        await rename(temporary, path)
        await syncFolder(dirname(path))
      })
    },
    read: (key, range) => attempt(() => openRange(toPath(key), range)),
    readSize: key => attempt(() => readFileSize(toPath(key))),
    async remove(keys) {
      for (const key of keys) await attempt(() => rm(toPath(key), { force: true }))
    },
    list: () => listFolder(folder),
    async readSpace() {
      const { bavail, blocks, bsize } = await statfs(folder)
      return { free: bavail * bsize, total: blocks * bsize }
    },
    readMark: () => attempt(() => readOrWriteMark(folder)),
  }
}

/** Returns the mark of a folder. Of two servers that write it at the same time, one wins. */
async function readOrWriteMark(folder: string): Promise<string> {
  const path = join(folder, markName)
  const fresh = join(folder, arriving, randomUUID())
  const mark = randomUUID()
  const file = await open(fresh, 'wx', 0o600)
  try {
    await file.writeFile(mark)
    await file.datasync()
  } finally {
    await file.close()
  }
  try {
    await link(fresh, path)
    await syncFolder(folder)
    return mark
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    return (await readFile(path, 'utf8')).trim()
  } finally {
    await rm(fresh, { force: true })
  }
}

function assertKey(key: string): void {
  if (!keyPattern.test(key)) throw new Error('The key of a file is invalid.')
}

/** Writes the bytes of a part at its place, and exactly as many as declared. */
async function writeExactly(file: FileHandle, { offset, size }: Part, bytes: Readable): Promise<void> {
  let written = 0
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    if (written + chunk.length > size) throw new StoreError('cut', 'The part is longer than declared.')
    await writeAll(file, chunk, offset + written)
    written += chunk.length
  }
  if (written < size) throw new StoreError('cut', 'The part is shorter than declared.')
}

/** Writes a chunk completely: a system call may write less. */
async function writeAll(file: FileHandle, chunk: Buffer, position: number): Promise<void> {
  let done = 0
  while (done < chunk.length)
    done += (await file.write(chunk, done, chunk.length - done, position + done)).bytesWritten
}

async function openRange(path: string, range: ByteRange | undefined): Promise<Readable | null> {
  try {
    const handle = await open(path, 'r')
    return createReadStream('', { fd: handle, ...(range && { start: range.first, end: range.last }) })
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

async function readFileSize(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Makes the names in a folder durable. */
async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function* listFolder(folder: string): AsyncIterable<StoredObject> {
  for await (const entry of await opendir(folder, { recursive: true })) {
    if (!entry.isFile() || entry.name === markName || !keyPattern.test(entry.name)) continue
    const isUnfinished = basename(entry.parentPath) === arriving
    try {
      const { size, mtimeMs } = await stat(join(entry.parentPath, entry.name))
      yield {
        key: entry.name,
        size,
        writtenAt: mtimeMs,
        ...(isUnfinished && { uploadId: entry.name }),
      }
    } catch (error) {
      // It was removed in between.
      if (!isMissing(error)) throw error
    }
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code
const isMissing = (error: unknown) => codeOf(error) === 'ENOENT'
const fullCodes: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Runs file calls, and translates their errors. */
async function attempt<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StoreError || !(error instanceof Error) || codeOf(error) === undefined) throw error
    if (fullCodes.has(codeOf(error)))
      throw new StoreError('full', 'The disk of the files has no space left.', { cause: error })
    if (isMissing(error)) throw new StoreError('lost', 'The upload is not in the store.', { cause: error })
    throw error
  }
}
