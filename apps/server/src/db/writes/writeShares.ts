import { AsyncLocalStorage } from 'node:async_hooks'
import { createFairSemaphore } from '../../concurrency/fairSemaphore.ts'
import { isLongWork } from './longWork.ts'

interface Writer {
  /** A person, or the address of a visitor. */
  key: string
  /** Work that outlives the call does not belong to it. */
  hasEnded: boolean
}

const writers = new AsyncLocalStorage<Writer | null>()

/**
 * Runs work whose transactions use the share of a key.
 * @param key a person, or the address of a visitor
 */
export async function runAsWriter<T>(key: string, work: () => Promise<T>): Promise<T> {
  const writer = { key, hasEnded: false }
  try {
    return await writers.run(writer, work)
  } finally {
    writer.hasEnded = true
  }
}

/** Runs work that belongs to nobody: its transactions never wait for those of a person. */
export function runAsServer<T>(work: () => T): T {
  return writers.run(null, work)
}

const unlimited = { queueLength: Infinity, queuePerKey: Infinity }
/** How long a call waits for its turn, in milliseconds: as long as for a lock. */
const maxWaitMs = 15_000

/**
 * Shares the connections of a pool between the writers. A transaction that waits for a lock has a connection: without
 * a share, the calls of one person that wait for a long transaction would occupy all of them. The numbers leave
 * connections to reads.
 */
export class WriteShares {
  readonly #calls = createFairSemaphore({ concurrency: 7, perKey: 3, timeoutMs: maxWaitMs, ...unlimited })
  readonly #long = createFairSemaphore({ concurrency: 3, perKey: 2, ...unlimited })

  /**
   * Runs a transaction when its writer has a share.
   * @throws QueueTimeoutError when it waited too long
   */
  run<T>(transaction: () => Promise<T>): Promise<T> {
    const writer = writers.getStore()
    if (!writer || writer.hasEnded) return transaction()
    const shares = isLongWork() ? this.#long : this.#calls
    // A transaction inside another one would wait for a share that its own call has.
    return shares.run(writer.key, () => runAsServer(transaction))
  }
}
