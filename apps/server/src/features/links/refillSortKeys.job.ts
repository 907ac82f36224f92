import { assertDefined } from '@nestmark/core/assertDefined'
import type { Tx } from '../../db/db.ts'
import { lockTrees } from '../../db/dialect.ts'
import type { JobKind } from '../../jobs/jobKind.ts'
import { saveProgress } from '../../jobs/store.ts'
import type { Services } from '../../services.ts'
import { listNextLinks, refillTitleKeys } from './sortKeyStore.ts'

/** The last processed link. */
interface Payload {
  after: number
}

/** Links per transaction: few, so that other writers wait only briefly. */
const batchSize = 200

/**
 * Computes the sort keys of all links again, after a migration that changed how they are computed; it enqueues this
 * job because a large library would delay the start. Until its end, some links are in their previous position.
 */
export function refillSortKeys({ db, batches }: Pick<Services, 'db' | 'batches'>): JobKind {
  return {
    kind: 'refillSortKeys',
    concurrency: 1,
    perOwner: 1,
    attempts: 5,
    async run(job, signal) {
      let { after } = JSON.parse(job.payload) as Payload
      for (let { done } = job; ;) {
        signal.throwIfAborted()
        const links = await listNextLinks(db.read, after, batchSize)
        if (links.length === 0) return
        after = assertDefined(links.at(-1)).seq
        done += links.length
        const refill = async (tx: Tx) => {
          // No other transaction changes a title during it.
          await lockTrees(tx, [...new Set(links.map(link => link.owner_id))])
          await refillTitleKeys(
            tx,
            links.map(link => link.seq),
          )
          const payload = JSON.stringify({ after } satisfies Payload)
          await saveProgress(tx, job, { done, total: done, payload })
        }
        await batches.run('', () => db.write(refill))
      }
    },
  }
}
