import { statSync } from 'node:fs'
import { dirname } from 'node:path'

/** The user `nobody`, who owns nothing on common systems. */
export const nobody = { uid: 65_534, gid: 65_534 }

const others = { read: 0o4, enter: 0o1 }

/**
 * Returns the user for a program that works on bytes of strangers: `nobody` when this process runs as root and everybody
 * can read the program, otherwise nothing, so that it runs as the user of this process.
 * @param files files and folders that the program reads
 */
export function toUnprivilegedUser(files: readonly string[]): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  return files.every(canEverybodyRead) ? nobody : undefined
}

function canEverybodyRead(file: string): boolean {
  try {
    if ((statSync(file).mode & others.read) === 0) return false
    for (let folder = dirname(file); ; folder = dirname(folder)) {
      if ((statSync(folder).mode & others.enter) === 0) return false
      if (folder === dirname(folder)) return true
    }
  } catch {
    return false
  }
}
