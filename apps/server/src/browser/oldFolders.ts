import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** No page and no unpacking takes as long, in milliseconds. */
const maxAgeMs = 3_600_000

/** Deletes the temporary folders with this prefix that a killed server has left. */
export async function deleteOldFolders(parent: string, prefix: string): Promise<void> {
  // A folder in which files can only be created cannot be listed.
  const names = await readdir(parent).catch(() => [])
  for (const name of names.filter(each => each.startsWith(prefix))) {
    const folder = join(parent, name)
    try {
      if (Date.now() - (await stat(folder)).mtimeMs > maxAgeMs) await deleteFolder(folder)
    } catch {
      // Another server has deleted it, or it belongs to another user.
    }
  }
}

/** Deletes a folder with its content, if it is there. */
export async function deleteFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 })
}
