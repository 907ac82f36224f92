import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the prefix of this process's temporary folders, for `mkdtempSync`. */
export const ownPrefix = (prefix: string): string => `${prefix}${process.pid}-`

/** Deletes the folders named by `ownPrefix` whose process has ended without deleting them. */
export function deleteDeadFolders(parent: string, prefix: string): void {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(prefix)) continue
    const pid = /^(\d+)-\w+$/.exec(name.slice(prefix.length))?.[1]
    if (pid !== undefined && !isRunning(Number(pid)))
      rmSync(join(parent, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Another user's process.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
