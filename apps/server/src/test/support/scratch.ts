import { mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file system in memory, on Linux. */
const memory = '/dev/shm'
/** What all workers together need of it at most, in bytes. */
const enough = 2e9

/**
 * Makes an empty directory for data that no crash is to survive: in memory where there is room, since SQLite waits for the
 * disk at every commit.
 */
export function scratchDir(): string {
  return mkdtempSync(join(hasRoom() ? memory : tmpdir(), 'nestmark-test-'))
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > enough
  } catch {
    return false
  }
}
