import type { BulkReport } from '@nestmark/contract/jobs'
import type { BulkPayload } from '../../undo/bulk.ts'

/** What one batch did. */
export interface Step {
  changed: number
  left: number
  placed?: BulkReport['placed']
  /** Things of the order this batch was about, for the progress. */
  seen: number
  /** Where the next batch begins; absent after the last. */
  next?: BulkPayload['next'] | 'again'
}
