import type { Tx } from '../../db/db.ts'
import type { BulkPayload, MergeAction } from '../../undo/bulkActions.ts'
import type { Step } from '../../undo/step.ts'
import { mergeBatch } from './mergeBatch.ts'

/** Groups per transaction: small enough not to delay other writers. */
const batchSize = 50

/** Merges the next groups of a job. */
export async function mergeStep(
  tx: Tx,
  { actor, at, groups, next }: BulkPayload<MergeAction>,
  key: string,
): Promise<Step> {
  const from = next && 'position' in next ? next.position : 0
  const batch = groups.slice(from, from + batchSize)
  const size = batch.reduce((sum, group) => sum + group.links.length, 0)
  const changed = await mergeBatch(tx, { actor, at, undo: key, plainText: 'skip' }, batch)
  return {
    changed,
    left: size - changed,
    seen: size,
    next: from + batchSize < groups.length ? { position: from + batchSize } : undefined,
  }
}
