import type { BulkReport } from '@nestmark/contract/jobs'
import type { BulkPayload } from './bulkActions.ts'

/** The result of one batch. */
export interface Step {
  changed: number
  left: number
  placed?: BulkReport['placed']
  /** Targets processed by this batch, for the progress. */
  seen: number
  /** The cursor of the next batch; absent after the last one. */
  next?: BulkPayload['next'] | 'again'
}
