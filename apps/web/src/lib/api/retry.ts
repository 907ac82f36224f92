import { Refusal } from '@nestmark/contract/client'
import { connection } from '../connection.ts'

const maxRetries = 3
/** A longer wait is said instead, in seconds. */
const maxWait = 30

/** Says whether a reading that failed is tried again by itself. @param count how often it was tried again before */
export function shouldRetry(count: number, error: unknown): boolean {
  if (!(error instanceof Refusal)) return false
  if (error.status === 429) return count < maxRetries && error.retryAfter <= maxWait
  // While it is known that nobody answers, asking again at once only puts off saying so.
  return count < 2 && connection.get() === 'up' && (error.status === 0 || error.status >= 502)
}

/** Gives the milliseconds until it is tried again: what the server asks for, or longer with each try. */
export function retryDelay(count: number, error: unknown): number {
  if (error instanceof Refusal && error.status === 429 && error.retryAfter > 0) return error.retryAfter * 1000
  return 1000 * 2 ** count
}
