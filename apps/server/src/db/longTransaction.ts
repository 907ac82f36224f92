import { closeSync, existsSync, openSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns the path of a file that is there while a long transaction of SQLite writes. Whoever waits to write, in any
 * process or thread, deletes it, and the transaction ends after its part.
 */
const markOf = (dataDir: string) => join(dataDir, 'writing')

/** Says that a transaction begins which ends when others wait. */
export function beginLongTransaction(dataDir: string): void {
  try {
    closeSync(openSync(markOf(dataDir), 'w', 0o600))
  } catch {
    // On a full disk it is as if others waited.
  }
}

/** Returns whether nobody waits for the end of the long transaction. */
export function isLeftAlone(dataDir: string): boolean {
  return existsSync(markOf(dataDir))
}

/** Makes a long transaction end soon, when there is one. */
export function requestEnd(dataDir: string): void {
  try {
    unlinkSync(markOf(dataDir))
  } catch {
    // There is none.
  }
}
