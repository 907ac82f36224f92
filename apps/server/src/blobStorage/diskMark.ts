import { randomUUID } from 'node:crypto'
import { link, open, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The file with the mark of a folder. */
export const markName = 'store-id'

/**
 * Returns the mark of a folder, and writes it where there is none. Of two servers that write it at the same time, one
 * wins.
 * @param temporary path of a new file on the same disk
 */
export async function readMark(folder: string, temporary: string): Promise<string> {
  const path = join(folder, markName)
  try {
    return await readText(path)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
  try {
    await writeFile(temporary, randomUUID(), { flag: 'wx', mode: 0o600, flush: true })
    await linkOrCopy(temporary, path)
    await syncFolder(dirname(path))
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    await rm(temporary, { force: true })
  }
  return readText(path)
}

const readText = async (path: string) => (await readFile(path, 'utf8')).trim()
const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

/** Gives a complete file a second name, or copies it on a file system without links. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw error
    await writeFile(to, await readFile(from), { flag: 'wx', mode: 0o600, flush: true })
  }
}

/** Makes the names in a folder durable. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
