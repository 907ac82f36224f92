import { Refusal } from '@nestmark/contract/client'
import type { ConnectionTracker } from '../connection.ts'
import { isUnreachable } from '../refusals.ts'
import { waitFor } from '../waitFor.ts'

const minPause = 1_000
const maxPause = 30_000
/** How often a call that fails in the server is repeated before the upload stops. */
const maxTries = 5

/**
 * Repeats a call while the server is unreachable or refuses it temporarily. The rate limit only delays it: thousands of small
 * files reach it.
 * @throws the error of a call that would fail again
 */
export type Persist = <Result>(call: () => Promise<Result>, options: PersistOptions) => Promise<Result>

interface PersistOptions {
  signal: AbortSignal
  /** The server is unreachable, or reachable again. */
  onOffline?: (isOffline: boolean) => void
}

/** Creates the function that repeats calls to a server. */
export const createPersist =
  ({ waitUntilReachable }: Pick<ConnectionTracker, 'waitUntilReachable'>): Persist =>
  (call, options) =>
    repeat(call, options, waitUntilReachable)

async function repeat<Result>(
  call: () => Promise<Result>,
  { signal, onOffline }: PersistOptions,
  waitUntilReachable: ConnectionTracker['waitUntilReachable'],
): Promise<Result> {
  let pause = minPause
  for (let tries = 1; ;) {
    try {
      return await call()
    } catch (error) {
      signal.throwIfAborted()
      if (isUnreachable(error)) {
        onOffline?.(true)
        signal.throwIfAborted()
        await waitFor(pause, signal)
        await waitUntilReachable(signal)
        signal.throwIfAborted()
        onOffline?.(false)
      } else if (error instanceof Refusal && error.code === 'request.tooMany') {
        await waitFor(Math.max(minPause, error.retryAfter * 1_000), signal)
        continue
      } else if (error instanceof Refusal && isTemporary(error) && tries < maxTries)
        await waitFor(Math.max(pause, error.retryAfter * 1_000), signal)
      else throw error
      tries++
      pause = Math.min(maxPause, pause * 2)
    }
  }
}

const isTemporary = ({ status, code }: Refusal) =>
  status === 429 || (status >= 500 && status !== 507) || code === 'files.partBusy'
