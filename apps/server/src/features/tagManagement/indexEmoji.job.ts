import { assertDefined } from '@nestmark/core/assertDefined'
import { hasEmoji } from '@nestmark/core/searchTerms'
import type { Tx } from '../../db/db.ts'
import type { JobKind } from '../../jobs/jobKind.ts'
import { saveProgress } from '../../jobs/store.ts'
import type { Services } from '../../services.ts'
import { listSearchableLinks } from '../links/searchableStore.ts'
import { reindexLinks } from './reindex.ts'

/** The last processed link. */
interface Payload {
  after: number
}

/** Links per read, and links per transaction: few, so that other writers wait only briefly. */
const batchSize = 200

/**
 * Adds the links with emoji to the search index again. A migration enqueues it, because the index had no emoji before.
 * Until its end, a search for an emoji misses some older links.
 */
export function indexEmoji({ db, batches }: Pick<Services, 'db' | 'batches'>): JobKind {
  return {
    kind: 'indexEmoji',
    concurrency: 1,
    perOwner: 1,
    attempts: 5,
    async run(job, signal) {
      let { after } = JSON.parse(job.payload) as Payload
      for (let { done } = job; ;) {
        signal.throwIfAborted()
        const links = await listSearchableLinks(db.read, after, batchSize)
        if (links.length === 0) return
        after = assertDefined(links.at(-1)).seq
        done += links.length
        const found = links.filter(link => [link.title, link.descr, ...link.tags].some(hasEmoji))
        const index = async (tx: Tx) => {
          await reindexLinks(
            tx,
            found.map(link => link.seq),
          )
          const payload = JSON.stringify({ after } satisfies Payload)
          await saveProgress(tx, job, { done, total: done, payload })
        }
        await batches.run('', () => db.write(index))
      }
    },
  }
}
