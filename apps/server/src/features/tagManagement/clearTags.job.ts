import type { Tx } from '../../db/db.ts'
import { lockTree } from '../../db/dialect.ts'
import type { JobKind } from '../../jobs/jobKind.ts'
import { requireOwnerId } from '../../jobs/requireOwnerId.ts'
import { enqueue, hasUnfinishedJob } from '../../jobs/store.ts'
import type { Services } from '../../services.ts'
import { retentionMs } from './reindex.ts'
import { clearRows, clearTags as deleteTags, deletedBefore } from './store.ts'

const tagsAtOnce = 500
const rowsAtOnce = 2000

/** Deletes the rows of tags that were removed more than an hour ago: their rows on links in batches, then the tags. */
export function clearTags({ db, now, batches }: Pick<Services, 'db' | 'now' | 'batches'>): JobKind {
  return {
    kind: 'clearTags',
    concurrency: 2,
    attempts: 5,
    async run(job, signal, slot) {
      const ownerId = requireOwnerId(job)
      const before = now() - retentionMs
      for (;;) {
        signal.throwIfAborted()
        const clearSome = async (tx: Tx) => {
          await lockTree(tx, ownerId)
          // The search index must be updated first, because it uses these rows.
          if (await hasUnfinishedJob(tx, ownerId, 'indexTags')) {
            await enqueue(tx, {
              ownerId,
              kind: job.kind,
              payload: {},
              now: now(),
              runAfter: now() + retentionMs,
            })
            return false
          }
          // Queried again for each batch: a tag that was restored in between is no longer deleted.
          const deleted = await deletedBefore(tx, ownerId, before, tagsAtOnce)
          if (deleted.length === 0) return false
          if ((await clearRows(tx, deleted, rowsAtOnce)) < rowsAtOnce) await deleteTags(tx, deleted)
          return true
        }
        if (!(await batches.run(ownerId, () => db.write(clearSome)))) return
        if (await slot.isWanted()) return 'yield'
      }
    },
  }
}
