import type { Topic } from '@nestmark/contract/operation'
import type { JobRow } from '../db/tables/tables.ts'

/** Callbacks of the runner. */
export interface JobListener {
  /** Reports a job that failed finally, or an error of the runner itself. */
  onError(error: unknown): void
  /**
   * Reports the retry of a watched job, or of any job for lack of file handles, processes or memory.
   * @param isShortage whether that lack was the cause
   */
  onRetry?(error: unknown, job: JobRow, isShortage: boolean): void
  /** Reports the end of a job that changed what its owner sees. */
  onChange?(ownerId: string, touches: readonly Topic[]): void
}
