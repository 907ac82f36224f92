import type { JobKind } from './jobKind.ts'
import { queueName } from './store.ts'

export interface Queue {
  queue: string
  kind: JobKind
  /** How many of its jobs this server runs concurrently. */
  concurrency: number
  /** How many jobs per key run concurrently, on all servers together. */
  perKey: number
}

/** Returns the queues of all kinds: one each, and another for the short work of a kind that has both. */
export function listQueues(kinds: readonly JobKind[]): Queue[] {
  return kinds.flatMap(kind => {
    const { concurrency, perOwner, small } = kind
    const own = { queue: queueName(kind.kind), kind, concurrency, perKey: perOwner }
    if (!small) return [own]
    return [
      own,
      { queue: queueName(kind.kind, 'small'), kind, concurrency: small.concurrency, perKey: small.perOwner },
    ]
  })
}
