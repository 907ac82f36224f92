import type { JobKind } from './kind.ts'
import { queueName } from './store.ts'

export interface Queue {
  queue: string
  kind: JobKind
  /** How many of its jobs this server runs at once. */
  atOnce: number
  /** How many of one key run at once, on all servers together. */
  perKey: number
}

/** Returns the queues of all kinds: one for each, and one more for the short work of a kind that tells it apart. */
export function listQueues(kinds: readonly JobKind[]): Queue[] {
  return kinds.flatMap(kind => {
    const { atOnce, perOwner, small } = kind
    const own = { queue: queueName(kind.kind), kind, atOnce, perKey: perOwner }
    if (!small) return [own]
    return [own, { queue: queueName(kind.kind, 'small'), kind, atOnce: small.atOnce, perKey: small.perOwner }]
  })
}
