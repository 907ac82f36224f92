import { createFairSemaphore, type FairSemaphore } from '../../concurrency/fairSemaphore.ts'
import { QueueFullError, QueueTimeoutError } from '../../concurrency/queueErrors.ts'
import type { FetchCaller } from './fetchCaller.ts'
import { FetchRefused } from '../requests/fetchRefused.ts'

/** Limits how many fetches run concurrently, shared between callers, with queues of bounded length. */
export interface ConcurrencyLimits {
  /**
   * Runs the work as soon as the caller gets a slot.
   * @throws FetchRefused busy when the caller's share of the queue is full or the wait too long; the signal's
   * reason when it aborts first
   */
  run<T>(caller: FetchCaller, work: () => Promise<T>, signal?: AbortSignal): Promise<T>
}

/** How many fetches of a group may run and wait, in total and per caller. */
interface GroupLimits {
  running: number
  perCaller: number
  waiting: number
  waitingPerCaller: number
}

/**
 * The shares of the groups. Visitors and jobs have separate pools within the total, so that they never take every
 * slot.
 */
export interface FetchLimits {
  total: GroupLimits
  visitors: GroupLimits
  jobs: GroupLimits
  /** Concurrent fetches of all people at one network address, because accounts are free. */
  peoplePerAddress: number
  /** Maximum wait, in milliseconds; jobs may wait longer, because no user waits for them. */
  maxWaitMs: number
}

const jobMaxWaitMs = 60_000
/** In the common queue people come before visitors, and both before jobs. */
const priorities = { person: 2, visitor: 1, job: 0 }

/** Creates the limits. */
export function createConcurrencyLimits({
  total,
  visitors,
  jobs,
  peoplePerAddress,
  maxWaitMs,
}: FetchLimits): ConcurrencyLimits {
  const common = createPool(total)
  const pools = { visitor: createPool(visitors), job: createPool(jobs) }
  // The share of the person applies first, so that one person never takes the entire share of their address.
  const people = createPool({ ...total, running: Infinity })
  const addresses = createPool({
    running: Infinity,
    perCaller: peoplePerAddress,
    waiting: total.waiting,
    waitingPerCaller: total.waiting,
  })

  return {
    async run({ kind, key, address }, work, signal) {
      const name = `${kind} ${key}`
      const waiting = new AbortController()
      const timer = setTimeout(
        () => waiting.abort(new QueueTimeoutError('The task waited too long.')),
        kind === 'job' ? jobMaxWaitMs : maxWaitMs,
      )
      const options = { signal: signal ? AbortSignal.any([signal, waiting.signal]) : waiting.signal }
      const begin = () => {
        clearTimeout(timer)
        return work()
      }
      const runInCommonPool = () => common.run(name, begin, { ...options, priority: priorities[kind] })
      const runInAddressPool = () =>
        address === undefined ? runInCommonPool() : addresses.run(address, runInCommonPool, options)
      try {
        if (kind === 'person') return await people.run(name, runInAddressPool, options)
        return await pools[kind].run(name, runInCommonPool, options)
      } catch (error) {
        const busy = error instanceof QueueFullError || error instanceof QueueTimeoutError
        throw busy ? new FetchRefused('busy') : error
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

function createPool({ running, perCaller, waiting, waitingPerCaller }: GroupLimits): FairSemaphore {
  return createFairSemaphore({
    concurrency: running,
    perKey: perCaller,
    queueLength: waiting,
    queuePerKey: waitingPerCaller,
  })
}
