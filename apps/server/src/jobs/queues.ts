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
    const queue = (
      name: string,
      { concurrency = 1, perOwner = 1 }: Pick<JobKind, 'concurrency' | 'perOwner'>,
    ) => ({ queue: name, kind, concurrency, perKey: perOwner })
    const own = queue(queueName(kind.kind), kind)
    return kind.small ? [own, queue(queueName(kind.kind, 'small'), kind.small)] : [own]
  })
}
