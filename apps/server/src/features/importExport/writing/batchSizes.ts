/** Links per transaction while there are no other writers: large batches are fast. */
export const largeBatch = 2000
/** Links per transaction while others write, so that they wait only briefly. */
export const shortBatch = 250
/** The first batch of an attempt is small, so that the user sees progress immediately. */
export const firstBatchSize = 100
/**
 * The number of batches' rows after which progress is reported even without anything to write, as for a file that is
 * imported again.
 */
export const reportAfter = 4

/** The pages with highlights that one transaction writes at most. */
export const pagesAtOnce = 50
