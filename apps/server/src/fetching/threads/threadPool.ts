import { assertDefined } from '@nestmark/core/assertDefined'
import type { FetchCaller } from '../turns/fetchCaller.ts'
import type { ConcurrencyLimits } from '../turns/concurrencyLimits.ts'
import { createThread, type Thread, type ThreadOptions } from './thread.ts'

/** A few threads for the same kind of job, so that a long job delays only its own caller. */
export interface ThreadPool<Job, Result> {
  /** @throws FetchRefused as `Thread.run`; busy when the caller's share is full */
  run(caller: FetchCaller, job: Job, signal?: AbortSignal): Promise<Result>
  /** Refuses waiting jobs and ends the threads. */
  close(): Promise<void>
}

/**
 * Creates the pool. A thread starts when all before it are busy.
 * @param slots must run as many jobs concurrently as there are threads
 */
export function createThreadPool<Job, Result>(
  count: number,
  slots: ConcurrencyLimits,
  options: ThreadOptions,
): ThreadPool<Job, Result> {
  const threads = Array.from({ length: count }, () => createThread<Job, Result>(options))
  const busy = new Set<Thread<Job, Result>>()
  return {
    run: (caller, job, signal) =>
      slots.run(
        caller,
        async () => {
          const thread = assertDefined(
            threads.find(each => !busy.has(each)),
            'idle thread',
          )
          busy.add(thread)
          try {
            return await thread.run(job)
          } finally {
            busy.delete(thread)
          }
        },
        signal,
      ),
    async close() {
      await Promise.all(threads.map(each => each.close()))
    },
  }
}
