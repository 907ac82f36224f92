import { assertDefined } from '@nestmark/core/assertDefined'
import type { JobRow } from '../db/tables/tables.ts'

/** Returns the owner of a job of any kind but `sendEmail`: only an email may have no owner. */
export const requireOwnerId = (job: Pick<JobRow, 'owner_id'>): string =>
  assertDefined(job.owner_id, 'owner_id')
