import {
  createFairSemaphore,
  type FairSemaphore,
  QueueFullError,
  QueueTimeoutError,
} from '../concurrency/fairSemaphore.ts'
import type { FetchCaller } from './fetchCaller.ts'
import { FetchRefused } from './fetchRefused.ts'

/** A limit on how much runs at once, shared between callers, with queues of bounded length. */
export interface ConcurrencyLimits {
  /**
   * Runs the work as soon as the caller has a turn.
   * @throws FetchRefused busy when the caller's share of the queue is full or the wait too long; the signal's reason when it
   *   aborts first
   */
  run<T>(caller: FetchCaller, work: () => Promise<T>, signal?: AbortSignal): Promise<T>
}

/** How many works of a group run at once, in all and of one caller, and how many wait. */
export interface Share {
  running: number
  perCaller: number
  waiting: number
  waitingPerCaller: number
}

/** How slots are shared. Visitors and jobs have pools of their own inside the whole: they never hold every slot. */
export interface Shares {
  whole: Share
  visitors: Share
  jobs: Share
  /** How many works run at once for all the people of one network address: accounts cost nothing. */
  peoplePerAddress: number
  /** Longest wait, in milliseconds; nobody waits for a job, which may wait longer. */
  patienceMs: number
}

const jobPatienceMs = 60_000
/** In the common queue people pass visitors, and both pass jobs. */
const priorities = { person: 2, visitor: 1, job: 0 }

/** Makes slots with these shares. */
export function createConcurrencyLimits({
  whole,
  visitors,
  jobs,
  peoplePerAddress,
  patienceMs,
}: Shares): ConcurrencyLimits {
  const common = createPool(whole)
  const pools = { visitor: createPool(visitors), job: createPool(jobs) }
  // People are held to their own share first, so that one person never fills that of their address.
  const people = createPool({ ...whole, running: Infinity })
  const addresses = createPool({
    running: Infinity,
    perCaller: peoplePerAddress,
    waiting: whole.waiting,
    waitingPerCaller: whole.waiting,
  })

  return {
    async run({ kind, key, address }, work, signal) {
      const name = `${kind} ${key}`
      const waiting = new AbortController()
      const timer = setTimeout(
        () => waiting.abort(new QueueTimeoutError('The work waited too long.')),
        kind === 'job' ? jobPatienceMs : patienceMs,
      )
      const options = { signal: signal ? AbortSignal.any([signal, waiting.signal]) : waiting.signal }
      const begin = () => {
        clearTimeout(timer)
        return work()
      }
      const enter = () => common.run(name, begin, { ...options, priority: priorities[kind] })
      const enterByAddress = () => (address === undefined ? enter() : addresses.run(address, enter, options))
      try {
        if (kind === 'person') return await people.run(name, enterByAddress, options)
        return await pools[kind].run(name, enter, options)
      } catch (error) {
        const busy = error instanceof QueueFullError || error instanceof QueueTimeoutError
        throw busy ? new FetchRefused('busy') : error
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

function createPool({ running, perCaller, waiting, waitingPerCaller }: Share): FairSemaphore {
  return createFairSemaphore({
    concurrency: running,
    perKey: perCaller,
    queueLength: waiting,
    queuePerKey: waitingPerCaller,
  })
}
