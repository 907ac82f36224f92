import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'

/** How often the memory is measured, in milliseconds. A decoder allocates some hundred megabytes in this time. */
const measureMs = 50
/** The size of a page of memory; larger pages let a process use more before it is ended. */
const pageBytes = 4096

/**
 * Calls `stop` when a process uses more memory than the limit. Only Linux reports the memory; elsewhere the time
 * limit and the pixel limit bound it.
 * @returns a function that stops the measurement
 */
export function guardMemory({ pid }: ChildProcess, limit: number, stop: () => void): () => void {
  if (process.platform !== 'linux' || pid === undefined) return () => undefined
  const measure = async () => {
    const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
    const pages = Number(statm.split(' ')[1])
    if (pages * pageBytes > limit) stop()
  }
  const timer = setInterval(() => void measure(), measureMs)
  return () => clearInterval(timer)
}
