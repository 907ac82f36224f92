import { token } from '../browser/token.ts'

/** The name of the channel on which the tabs of a browser exchange what they know of changes. */
export const eventsChannel = 'nestmark-events'

let begunAt = 0
let stop: (() => unknown[]) | undefined

/** Keeps what other tabs tell until live updates start, whose code is loaded after the page. */
export function keepEarlyEvents(): void {
  const early: unknown[] = []
  const channel = new BroadcastChannel(eventsChannel)
  channel.addEventListener('message', ({ data }) => early.push(data))
  stop = () => {
    channel.close()
    return early
  }
  token.subscribe(() => {
    begunAt = performance.now()
    early.length = 0
  })
}

/** Returns what other tabs have sent since the start of the page, once. */
export function takeEarlyEvents(): unknown[] {
  const early = stop?.() ?? []
  stop = undefined
  return early
}

/**
 * Returns when the page began to read data for its session, in milliseconds of `performance.now()`: at its start, or when
 * the person signed in.
 */
export const readSessionStart = (): number => begunAt
