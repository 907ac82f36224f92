import { stored } from '../../lib/browser/storage.ts'

/** How long a request counts as sent, in milliseconds: the owner gets at most one a week. */
const validity = 7 * 24 * 3_600_000
const maxRequests = 50

type Request = { id: string; time: number }

/** Returns the requests for access that were sent from this browser in the last week, the last one first. */
function readRequests(): Request[] {
  const value = stored.read<Request[]>('access_requests')
  return Array.isArray(value) ? value.filter(each => each.time > Date.now() - validity) : []
}

/**
 * Returns whether the user has asked for access to a collection or link. The server does not tell, because its answers are
 * the same for IDs that do not exist.
 */
export const isAccessRequested = (id: string): boolean => readRequests().some(each => each.id === id)

/** Records that access to a collection or link was requested. The record ends with the session. */
export function addAccessRequest(id: string): void {
  const others = readRequests().filter(each => each.id !== id)
  stored.write('access_requests', [{ id, time: Date.now() }, ...others].slice(0, maxRequests))
}

/** Removes the record of a request that was granted. */
export function removeAccessRequest(id: string): void {
  const requests = readRequests()
  const others = requests.filter(each => each.id !== id)
  if (others.length < requests.length) stored.write('access_requests', others)
}
