import { closeSync, existsSync, openSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Returns the path of a file that exists while a long SQLite transaction writes. A writer that waits, in any
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

/** The interval in which it is looked whether others wait, in milliseconds. */
const lookMs = 5

/**
 * Waits for what the long transaction writes next.
 * @param maxMs for how long, in milliseconds
 * @returns it, or undefined when others wait for the end of the transaction, or after `maxMs`
 */
export async function unlessOthersWait<T>(
  dataDir: string,
  next: Promise<T>,
  maxMs: number,
): Promise<T | undefined> {
  for (const startedAt = performance.now(); existsSync(markOf(dataDir));) {
    const found = await Promise.race([next, pause(lookMs, undefined)])
    if (found !== undefined || performance.now() - startedAt > maxMs) return found
  }
  return undefined
}

/** Makes a long transaction end soon, when there is one. */
export function requestEnd(dataDir: string): void {
  try {
    unlinkSync(markOf(dataDir))
  } catch {
    // There is none.
  }
}
