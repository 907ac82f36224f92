import type { ChildProcess } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'

/** How often the memory of a group is measured, in milliseconds. */
const measureMs = 250
/** The size of a page of memory. */
const pageBytes = 4096

/** Kills all processes of the group that a detached child leads. */
export function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has ended.
  }
}

/**
 * Calls `stop` when the processes of a group use more memory than the limit. Linux reports it; elsewhere the time limits
 * it.
 * @returns a function that ends the measuring
 */
export function guardGroupMemory({ pid }: ChildProcess, limit: number, stop: () => void): () => void {
  if (process.platform !== 'linux' || pid === undefined) return () => undefined
  let isMeasuring = false
  const measure = async () => {
    if (isMeasuring) return
    isMeasuring = true
    if ((await readGroupMemory(pid)) > limit) stop()
    isMeasuring = false
  }
  const timer = setInterval(() => void measure(), measureMs)
  return () => clearInterval(timer)
}

/** Returns the private memory of the processes of a group in bytes: shared pages would count once for each of them. */
async function readGroupMemory(group: number): Promise<number> {
  const ids = (await readdir('/proc')).filter(name => /^\d+$/.test(name))
  const sizes = await Promise.all(
    ids.map(async id => {
      const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '')
      // The name of the program is in parentheses, and may contain spaces.
      const groupOf = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]
      if (Number(groupOf) !== group) return 0
      const [, resident, shared] = (await readFile(`/proc/${id}/statm`, 'utf8').catch(() => '')).split(' ')
      return (Number(resident ?? 0) - Number(shared ?? 0)) * pageBytes
    }),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
