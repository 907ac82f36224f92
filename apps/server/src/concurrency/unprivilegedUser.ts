import { statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'

/** The user `nobody`, who owns nothing on common systems. */
export const nobody = { uid: 65_534, gid: 65_534 }

const others = { read: 0o4, enter: 0o1 }

/**
 * Returns the user for a program that processes untrusted bytes: `nobody` when this process runs as root and everyone
 * can read the program, otherwise undefined, so that it runs as the user of this process.
 * @param files files and folders that the program reads
 */
export function toUnprivilegedUser(files: readonly string[]): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  return files.every(canEverybodyRead) ? nobody : undefined
}

/** Returns a temporary folder that `nobody` can enter, when this process runs as root; otherwise that of the system. */
export function toSharedTmpdir(): string {
  const own = tmpdir()
  if (process.getuid?.() !== 0) return own
  return [own, '/tmp', '/var/tmp'].find(folder => canEverybodyEnter(folder)) ?? own
}

function canEverybodyRead(file: string): boolean {
  try {
    return (statSync(file).mode & others.read) !== 0 && canEverybodyEnter(dirname(file))
  } catch {
    return false
  }
}

/** Returns whether everyone can enter a folder and those above it. */
function canEverybodyEnter(path: string): boolean {
  try {
    for (let folder = path; ; folder = dirname(folder)) {
      if ((statSync(folder).mode & others.enter) === 0) return false
      if (folder === dirname(folder)) return true
    }
  } catch {
    return false
  }
}
