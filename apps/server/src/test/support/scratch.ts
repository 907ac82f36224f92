import { mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deleteDeadFolders, ownPrefix } from './deadFolders.ts'

const prefix = 'nestmark-test-'

/** An in-memory file system, on Linux. */
const memory = '/dev/shm'
/** The maximum space that all workers together need, in bytes. */
const requiredBytes = 2e9

/**
 * Creates an empty directory for data that need not survive a crash: in memory if there is space, because SQLite waits
 * for the disk at every commit.
 */
export function scratchDir(): string {
  return mkdtempSync(join(hasRoom() ? memory : tmpdir(), ownPrefix(prefix)))
}

/** Deletes the directories that killed tests have left. */
export function deleteDeadScratch(): void {
  for (const parent of [tmpdir(), ...(hasRoom() ? [memory] : [])]) deleteDeadFolders(parent, prefix)
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > requiredBytes
  } catch {
    return false
  }
}
