import { isAllowed } from '../../access/policies.ts'
import { collectionsWithRoles } from '../../access/roles.ts'
import type { JobKind, JobResult } from '../../jobs/jobKind.ts'
import { saveProgress } from '../../jobs/store.ts'
import type { Services } from '../../services.ts'
import { errorTexts } from '@nestmark/texts/errors'
import { listWithoutCopy } from './collectionQuery.ts'
import { keepLink } from './keepLink.ts'

/** The kind of the job that keeps the pages of a collection. */
export const keepCollectionKind = 'keepCollection'

export interface KeepCollectionPayload {
  person: string
  collection: string
  /** The sequence number of the last link. */
  after: number
}

const linksAtOnce = 20

/** Keeps the pages of a collection one after the other, with progress. */
export function keepCollection(services: Services): JobKind {
  const { db } = services
  return {
    kind: keepCollectionKind,
    concurrency: 2,
    perOwner: 1,
    attempts: 20,
    watched: true,
    touches: ['copies', 'storage', 'jobs'],
    async run(job, signal, slot): Promise<JobResult | 'yield'> {
      let payload = JSON.parse(job.payload) as KeepCollectionPayload
      let { done } = job
      for (;;) {
        // The right is checked again, because it may end while the job runs.
        const actor = { personId: payload.person }
        const [collection] = await collectionsWithRoles(db.read, actor, [payload.collection])
        if (!collection || !isAllowed(collection.role, 'collections.edit'))
          return { state: 'failed', error: errorTexts['collections.notFound'] }
        const links = await listWithoutCopy(db.read, payload.collection, payload.after, linksAtOnce)
        if (links.length === 0) return { state: 'done' }
        for (const { id, seq } of links) {
          signal.throwIfAborted()
          await keepLink(services, id, true, signal)
          payload = { ...payload, after: seq }
          const progress = { done: ++done, payload: JSON.stringify(payload) }
          const isCancelled = await db.write(tx => saveProgress(tx, job, progress))
          if (isCancelled) return { state: 'cancelled' }
          if (await slot.isWanted()) return 'yield'
        }
      }
    },
  }
}
