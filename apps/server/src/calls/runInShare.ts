import { Refused } from '../access/refuse.ts'
import type { FairSemaphore } from '../concurrency/fairSemaphore.ts'
import { QueueFullError, QueueTimeoutError } from '../concurrency/queueErrors.ts'

/**
 * Runs work within the share of a key.
 * @throws Refused 'request.tooMany' when too much work of this key waits, 'server.busy' when all slots are in use
 */
export async function runInShare<T>(
  semaphore: FairSemaphore,
  key: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await semaphore.run(key, work)
  } catch (error) {
    throw toQueueRefusal(error, 5) ?? error
  }
}

/**
 * Returns the refusal for work that got no place in a queue; null for other errors.
 * @param retryAfter seconds after which the caller may try again
 */
export function toQueueRefusal(error: unknown, retryAfter: number): Refused | null {
  if (error instanceof QueueFullError)
    return new Refused(error.scope === 'key' ? 'request.tooMany' : 'server.busy', { retryAfter })
  return error instanceof QueueTimeoutError ? new Refused('server.busy', { retryAfter }) : null
}
