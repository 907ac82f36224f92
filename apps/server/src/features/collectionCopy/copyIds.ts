import { createHash } from 'node:crypto'

/**
 * Returns the id of the copy of a collection in a job. Derived, so that the job stores no table of copies and a
 * repeated batch creates nothing twice.
 */
export function toCopyId(job: string, sourceId: string): string {
  return createHash('sha256').update(`${job}\n${sourceId}`).digest().toString('base64url', 0, 16)
}
