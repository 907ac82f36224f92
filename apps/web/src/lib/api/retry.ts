import { Refusal } from '@nestmark/contract/client'
import { connection } from '../connection.ts'

const maxRetries = 3
/** The maximum wait in seconds. Where the server requests more, the error is shown. */
const maxWait = 30

/** Returns whether a failed query is retried. @param count the number of earlier retries */
export function shouldRetry(count: number, error: unknown): boolean {
  if (!(error instanceof Refusal)) return false
  if (error.status === 429) return count < maxRetries && error.retryAfter <= maxWait
  // While the server is known to be unreachable, a retry only delays the error message.
  return count < 2 && connection.get() === 'up' && (error.status === 0 || error.status >= 502)
}

/** Returns the delay before the retry in milliseconds: the server's `Retry-After`, or exponential backoff. */
export function retryDelay(count: number, error: unknown): number {
  if (error instanceof Refusal && error.status === 429 && error.retryAfter > 0) return error.retryAfter * 1000
  return 1000 * 2 ** count
}
