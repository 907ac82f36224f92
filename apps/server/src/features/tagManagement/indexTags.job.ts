import { assertDefined } from '@nestmark/core/assertDefined'
import type { Tx } from '../../db/db.ts'
import { lockTree } from '../../db/dialect.ts'
import type { JobKind } from '../../jobs/jobKind.ts'
import { requireOwnerId } from '../../jobs/requireOwnerId.ts'
import { saveProgress } from '../../jobs/store.ts'
import type { Services } from '../../services.ts'
import { sweepWordsLater } from '../links/words/linkText.ts'
import { reindexLinks } from './reindex.ts'
import { listTaggedLinkSeqs } from './store.ts'

interface Payload {
  tags: number[]
  /** The last processed link. */
  after: number
}

/**
 * Links per transaction: few while others write, so that they wait only briefly. The index writes a part of it for each
 * transaction, and merges these parts later.
 */
const batchSizes = { busy: 100, alone: 500 }

/**
 * Updates the search index after a change of tags on many links. Indexes each link by its current tags, so that
 * repeated runs and concurrent changes do no harm.
 */
export function indexTags({ db, batches, now }: Pick<Services, 'db' | 'batches' | 'now'>): JobKind {
  return {
    kind: 'indexTags',
    concurrency: 2,
    attempts: 5,
    async run(job, signal, slot) {
      const ownerId = requireOwnerId(job)
      const { tags, after } = JSON.parse(job.payload) as Payload
      const seqs = await listTaggedLinkSeqs(db.read, tags, after)
      const total = job.done + seqs.length
      for (let at = 0; at < seqs.length;) {
        signal.throwIfAborted()
        const follow = async (tx: Tx, end: number) => {
          const batch = seqs.slice(at, end)
          await lockTree(tx, ownerId)
          await reindexLinks(tx, batch)
          const payload = JSON.stringify({ tags, after: assertDefined(batch.at(-1)) } satisfies Payload)
          await saveProgress(tx, job, { done: job.done + at + batch.length, total, payload })
          // The words of the previous names of the tags.
          if (end >= seqs.length) await sweepWordsLater(tx, ownerId, now())
          return end
        }
        at = await batches.run(ownerId, ({ isBusy }) =>
          db.write(tx => follow(tx, at + batchSizes[isBusy ? 'busy' : 'alone'])),
        )
        if (at < seqs.length && (await slot.isWanted())) return 'yield'
      }
    },
  }
}
