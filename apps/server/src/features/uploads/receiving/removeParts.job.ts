import type { Tx } from '../../../db/db.ts'
import type { JobKind } from '../../../jobs/jobKind.ts'
import { enqueue } from '../../../jobs/store.ts'
import type { CommonServices } from '../../../calls/services.ts'
import { removeParts } from './endUploads.ts'
import { unfinishedUploadsOfPerson } from './uploadStore.ts'

const removePartsKind = 'removeParts'
const uploadsPerJob = 500

interface Payload {
  uploads: Parameters<typeof removeParts>[1]
}

/**
 * Queues the removal of what the uploads of a person have stored. Their rows are deleted with the person, and the sweep
 * finds only parts that have rows.
 */
export async function queuePartsRemoval(tx: Tx, personId: string, now: number): Promise<void> {
  const uploads = await unfinishedUploadsOfPerson(tx, personId)
  for (let at = 0; at < uploads.length; at += uploadsPerJob) {
    const payload = { uploads: uploads.slice(at, at + uploadsPerJob) } satisfies Payload
    await enqueue(tx, { ownerId: null, kind: removePartsKind, payload: { ...payload }, now })
  }
}

/** Removes the parts of uploads whose rows are deleted. May run twice. */
export function removePartsOfDeleted(services: Pick<CommonServices, 'db' | 'fileStore'>): JobKind {
  return {
    kind: removePartsKind,
    // These jobs have no owner.
    attempts: 7,
    run: job => removeParts(services, (JSON.parse(job.payload) as Payload).uploads),
  }
}
