import { Refusal } from '@nestmark/contract/client'

/** Returns true if a call failed because no server answered it, and not because of its content. */
export function isUnreachable(error: unknown): boolean {
  return (
    error instanceof Refusal && (error.code === 'network' || error.status === 502 || error.status === 504)
  )
}

/** Returns true if the item does not exist or the user may not (or no longer) see it. */
export function isInaccessible(error: unknown): boolean {
  return error instanceof Refusal && [401, 403, 404].includes(error.status)
}

/**
 * Returns true for failures that may pass: no answer, a busy server, an unreachable database, a full disk, and an answer that
 * is not one of the server, such as the sign-in page of a network.
 */
export function isTransient({ status, code }: Refusal): boolean {
  if (status < 400 && code === 'server.failed') return true
  return (
    status === 0 || status === 408 || status === 429 || status === 507 || (status >= 502 && status <= 504)
  )
}

/** Returns true if the server answered that no user is signed in, or that the API key has ended. */
export function isSessionEnd(error: unknown): error is Refusal {
  // For an expired session `user-data` responds 203; all other operations respond 401.
  return error instanceof Refusal && (error.status === 401 || error.code === 'session.tooOld')
}
