import type { Topic } from '@nestmark/contract/operation'

/** An optimistic change: what the page shows before the server has answered the mutation. */
export interface OptimisticChange {
  /** Shows the data without the change again, because the mutation failed. */
  revert: () => void
  /** Ends the change, because the mutation has ended: later answers contain it. */
  end: () => void
}

interface RunningChange {
  touches: readonly Topic[]
  apply: () => void
}

/** The changes whose mutations are running, in the order of the mutations. */
const running = new Set<RunningChange>()

/**
 * Applies an optimistic change to the cached answers, and again to each answer that arrives while the mutation is
 * running: the server may have read it before the change.
 * @param touches the topics that the mutation changes
 * @param change changes the cached answers and returns a function that reverts this
 */
export function applyOptimistically(touches: readonly Topic[], change: () => () => void): OptimisticChange {
  let revert = change()
  const entry: RunningChange = {
    touches,
    apply: () => {
      // An answer of another query leaves this change applied; applied twice it would be what `revert` restores.
      revert()
      revert = change()
    },
  }
  running.add(entry)
  return { revert: () => revert(), end: () => void running.delete(entry) }
}

/** Applies the running optimistic changes to an answer that has arrived and reads these topics. */
export function reapplyOptimistic(reads: readonly Topic[]): void {
  for (const { touches, apply } of running) if (touches.some(topic => reads.includes(topic))) apply()
}
