import { fork } from 'node:child_process'
import { plansAreHeld } from '../access/plan.ts'
import type { Db } from '../db/db.ts'
import type { JobRow } from '../db/tables.ts'
import type { JobEnd } from './runner.ts'

/** Bounds of the child's heap: a mistake becomes a failed job, not a dead server. */
const heapBounds = ['--max-old-space-size=192', '--max-semi-space-size=8']

interface Word {
  wrote?: true
  end?: JobEnd
  fault?: string
}

/**
 * Runs a job in a process of its own, which opens the database itself.
 * @param file the program; it is sent `{ place, job, held }` and answers `{ end }` or `{ fault }`, and `{ wrote: true }` before that,
 *   as often as it likes
 * @param onWrite called when the process has committed something
 * @param signal ends the process at once; what it had not committed is rolled back
 * @throws when the process reports a fault or ends without a word
 */
export function runInProcess(
  file: URL,
  db: Db,
  job: JobRow,
  signal: AbortSignal,
  onWrite: () => void,
): Promise<JobEnd> {
  return new Promise((resolve, reject) => {
    const child = fork(file, { execArgv: heapBounds, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    const stop = () => void child.kill('SIGKILL')
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    let word: Word | undefined
    child.on('message', (message: Word) => {
      if (message.wrote) onWrite()
      else word = message
    })
    child.once('error', reject)
    // Only when it has ended is its part of the database its own no more.
    child.once('exit', () => {
      signal.removeEventListener('abort', stop)
      if (word?.end) resolve(word.end)
      else reject(new Error(word?.fault ?? 'The process ended before its work was done.'))
    })
    child.send({ place: db.place, job, held: plansAreHeld() })
  })
}
