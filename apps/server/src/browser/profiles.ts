import { chown, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { nobody, toSharedTmpdir } from '../concurrency/unprivilegedUser.ts'
import { deleteOldFolders } from './oldFolders.ts'

const prefix = 'nestmark-page-'

/** Creates the folder of a browser's profile. */
export async function createProfile(): Promise<string> {
  const folder = toSharedTmpdir()
  await deleteOldFolders(folder, prefix)
  const profile = await mkdtemp(join(folder, `${prefix}${process.pid}-`))
  if (process.getuid?.() === 0) await chown(profile, nobody.uid, nobody.gid)
  return profile
}
