import { assertDefined } from '@nestmark/core/assertDefined'
import type { Tx } from '../../db/db.ts'
import { lockTree } from '../../db/dialect.ts'
import type { JobKind } from '../../jobs/jobKind.ts'
import { requireOwnerId } from '../../jobs/requireOwnerId.ts'
import { saveProgress } from '../../jobs/store.ts'
import type { Services } from '../../services.ts'
import { sweepWordsLater } from '../links/forgetWords.ts'
import { reindexLinks } from './reindex.ts'
import { listTaggedLinkSeqs } from './store.ts'

interface Payload {
  tags: number[]
  /** The last processed link. */
  after: number
}

/** Links per transaction: few, so that other writers wait only briefly. */
const batchSize = 100

/**
 * Updates the search index after a change of tags on many links. Indexes each link by its current tags, so that
 * repeated runs and concurrent changes do no harm.
 */
export function indexTags({ db, batches, now }: Pick<Services, 'db' | 'batches' | 'now'>): JobKind {
  return {
    kind: 'indexTags',
    concurrency: 2,
    perOwner: 1,
    attempts: 5,
    async run(job, signal, slot) {
      const ownerId = requireOwnerId(job)
      const { tags, after } = JSON.parse(job.payload) as Payload
      const seqs = await listTaggedLinkSeqs(db.read, tags, after)
      const total = job.done + seqs.length
      for (let at = 0; at < seqs.length; at += batchSize) {
        signal.throwIfAborted()
        const batch = seqs.slice(at, at + batchSize)
        const follow = async (tx: Tx) => {
          await lockTree(tx, ownerId)
          await reindexLinks(tx, batch, now())
          const payload = JSON.stringify({ tags, after: assertDefined(batch.at(-1)) } satisfies Payload)
          const done = job.done + at + batch.length
          await saveProgress(tx, job, { done, total, payload })
          // The words of the previous names of the tags.
          if (at + batchSize >= seqs.length) await sweepWordsLater(tx, ownerId, now())
        }
        await batches.run(ownerId, () => db.write(follow))
        if (at + batchSize < seqs.length && (await slot.isWanted())) return 'yield'
      }
    },
  }
}
