import { type ChildProcess, fork } from 'node:child_process'
import { areQuotasEnforced } from '../access/planQuotas.ts'
import type { JobRow } from '../db/tables/tables.ts'
import type { JobResult } from './jobKind.ts'
import type { SerializedError } from '../readers/messages.ts'
import { deserializeError } from '../readers/serializedError.ts'
import type { Services } from '../services.ts'
import { type BatchRequest, serveBatches } from './remoteBatches.ts'

/** Limits of the child's heap: a bug becomes a failed job, not a dead server. */
const heapLimits = ['--max-old-space-size=192', '--max-semi-space-size=8']

/** Starts a process of the server. */
export const forkLimited = (file: URL): ChildProcess =>
  fork(file, { execArgv: heapLimits, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })

interface ChildMessage {
  wrote?: true
  end?: JobResult
  error?: SerializedError
}

/**
 * Runs a job in a separate process, which opens the database itself.
 * @param file the program; it receives `{ place, job, enforceQuotas }` and answers `{ end }` or `{ error }`. Before
 * that it can send `{ wrote: true }` and `BatchRequest`s
 * @param onWrite called when the process has committed something
 * @param signal kills the process immediately; uncommitted work is rolled back
 * @throws when the process cannot be started, reports an error or ends without a result
 */
export function runInProcess(
  file: URL,
  { db, batches }: Pick<Services, 'db' | 'batches'>,
  job: JobRow,
  signal: AbortSignal,
  onWrite: () => void,
): Promise<JobResult> {
  return new Promise((resolve, reject) => {
    const child = forkLimited(file)
    const stop = () => void child.kill('SIGKILL')
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    let result: ChildMessage | undefined
    const slots = serveBatches(batches, grant => void child.send(grant, ignoreClosed))
    child.on('message', (message: ChildMessage | BatchRequest) => {
      if ('batch' in message || 'batchEnded' in message) slots.receive(message)
      else if (message.wrote) onWrite()
      else result = message
    })
    // A process that could not be started emits no 'exit'. It may emit several errors.
    child.on('error', error => {
      signal.removeEventListener('abort', stop)
      reject(error)
    })
    // The process can use the database until it has ended.
    child.once('exit', () => {
      slots.end()
      signal.removeEventListener('abort', stop)
      if (result?.end) resolve(result.end)
      else
        reject(
          result?.error ? deserializeError(result.error) : new Error('The process ended before its job.'),
        )
    })
    if (child.pid !== undefined)
      child.send({ location: db.location, job, enforceQuotas: areQuotasEnforced() }, ignoreClosed)
  })
}

/** Ignores a closed channel: the process may end before it gets the message, which 'exit' reports. */
export function ignoreClosed(): void {}
