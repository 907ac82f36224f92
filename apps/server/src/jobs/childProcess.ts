import { fork } from 'node:child_process'
import { plansAreHeld } from '../access/plan.ts'
import type { JobRow } from '../db/tables.ts'
import type { JobEnd } from './kind.ts'
import type { SentError } from '../readers/messages.ts'
import { fromSentError } from '../readers/sentError.ts'
import type { Services } from '../services.ts'
import { type BatchRequest, serveBatches } from './remoteBatches.ts'

/** Bounds of the child's heap: a mistake becomes a failed job, not a dead server. */
const heapBounds = ['--max-old-space-size=192', '--max-semi-space-size=8']

interface Word {
  wrote?: true
  end?: JobEnd
  error?: SentError
}

/**
 * Runs a job in a process of its own, which opens the database itself.
 * @param file the program; it is sent `{ place, job, held }` and answers `{ end }` or `{ error }`, and before that `{ wrote: true }`
 *   and a `BatchRequest`, as often as it likes
 * @param onWrite called when the process has committed something
 * @param signal ends the process at once; what it had not committed is rolled back
 * @throws when the process cannot be started, reports an error or ends without a word
 */
export function runInProcess(
  file: URL,
  { db, batches }: Pick<Services, 'db' | 'batches'>,
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
    const turns = serveBatches(batches, turn => void child.send(turn, ignoreClosed))
    child.on('message', (message: Word | BatchRequest) => {
      if ('batch' in message || 'batchEnded' in message) turns.hear(message)
      else if (message.wrote) onWrite()
      else word = message
    })
    // A process that could not be started has no end. It may report more than one error.
    child.on('error', error => {
      signal.removeEventListener('abort', stop)
      reject(error)
    })
    // Only when it has ended is its part of the database its own no more.
    child.once('exit', () => {
      turns.end()
      signal.removeEventListener('abort', stop)
      if (word?.end) resolve(word.end)
      else
        reject(
          word?.error ? fromSentError(word.error) : new Error('The process ended before its work was done.'),
        )
    })
    if (child.pid !== undefined) child.send({ place: db.place, job, held: plansAreHeld() }, ignoreClosed)
  })
}

/** The process may end before it hears; its exit says so. */
function ignoreClosed(): void {}
