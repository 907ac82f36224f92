import { refuse } from '../access/refuse.ts'
import type { FairSemaphore } from '../concurrency/fairSemaphore.ts'
import { QueueFullError, QueueTimeoutError } from '../concurrency/queueErrors.ts'

/** Seconds after which a refused caller may try again. */
const retryAfter = 5

/**
 * Runs work within the share of a key.
 * @throws Refused 'request.tooMany' when too much work of this key waits, 'server.busy' when all places are taken
 */
export async function runInShare<T>(
  semaphore: FairSemaphore,
  key: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await semaphore.run(key, work)
  } catch (error) {
    if (error instanceof QueueFullError)
      return refuse(error.scope === 'key' ? 'request.tooMany' : 'server.busy', { retryAfter })
    if (error instanceof QueueTimeoutError) return refuse('server.busy', { retryAfter })
    throw error
  }
}
