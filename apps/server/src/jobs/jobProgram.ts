import { startThread } from '../concurrency/threads.ts'
import { forkLimited, ignoreClosed } from './childProcess.ts'
import type { DbLocation } from '../db/db.ts'
import type { SerializedError } from '../readers/messages.ts'
import type { ClaimedJob, JobResult } from './jobKind.ts'
import type { BatchGrant, BatchRequest } from './remoteBatches.ts'

/** The start data of the thread. */
export interface ThreadData {
  location: DbLocation
  /** Whether plan limits apply. */
  enforceQuotas: boolean
}

/**
 * A message to the thread: run a job (with the current time in milliseconds since 1970), stop one, or end.
 */
export type ThreadRequest = { run: ClaimedJob; now: number } | { stop: string } | BatchGrant | 'close'

/** A message from the thread: a request to write, or the result of a job. */
export type ThreadMessage = BatchRequest | ThreadResult

/** The result of one run of a job. */
export interface ThreadResult {
  /** The lease of the run: after a clock was set back, a job may run again before its first run has ended. */
  lease: string
  end?: JobResult | 'yield'
  error?: SerializedError
}

/** A running program that calls `serveJobs`. */
export interface JobProgram {
  send(request: ThreadRequest): void
  /** Keeps the server alive, or not. */
  ref(): void
  unref(): void
}

interface JobProgramListener {
  onMessage(message: ThreadMessage): void
  /**
   * Called when it has ended, or could not be started.
   * @param failure its unhandled error
   */
  onEnd(failure: unknown): void
}

export type StartJobProgram = (file: URL, data: ThreadData, listener: JobProgramListener) => JobProgram

/** Limits of a thread's heap in megabytes: a bug becomes a failed job, not a dead server. */
const heap = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 }

/** Starts it as a thread of the server. */
export const inThread: StartJobProgram = (file, workerData, { onMessage, onEnd }) => {
  const thread = startThread(file, { workerData, execArgv: [], resourceLimits: heap })
  let failure: unknown
  thread.on('message', onMessage)
  thread.on('error', error => (failure = error))
  thread.once('exit', () => onEnd(failure))
  return {
    send: request => thread.postMessage(request, []),
    ref: () => thread.ref(),
    unref: () => thread.unref(),
  }
}

/** Starts it as a process, whose memory is released completely at its end. A thread leaves 20 MB in the server. */
export const inProcess: StartJobProgram = (file, data, { onMessage, onEnd }) => {
  const child = forkLimited(file)
  child.on('message', onMessage)
  // A process that could not be started emits no 'exit'.
  child.on('error', onEnd)
  child.once('exit', () => onEnd(undefined))
  const send = (message: ThreadData | ThreadRequest) => {
    if (child.pid !== undefined) child.send(message, ignoreClosed)
  }
  send(data)
  return {
    send,
    ref() {
      child.ref()
      child.channel?.ref()
    },
    unref() {
      child.unref()
      child.channel?.unref()
    },
  }
}
