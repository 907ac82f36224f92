import type { Tx } from '../../../db/db.ts'
import type { JobKind } from '../../../jobs/jobKind.ts'
import type { Services } from '../../../services.ts'
import { type ApplyRules, fillFromPage, type FillOrder, orNothing } from './fillFromPage.ts'
import { findLink } from './fillStore.ts'

/** Queues a copy of the page of a link, when copies are enabled. */
type QueueCopy = (tx: Tx, linkId: string, now: number) => Promise<void>

/**
 * Fills in the fields that were left empty when a link was saved: the description, a placeholder title, and a small
 * picture in the local store. A copy of the page follows. Never overwrites a user's text, even if it was typed while the page was being read.
 */
export function fillLink(services: Services, queueCopy: QueueCopy, applyRules: ApplyRules): JobKind {
  const { db, scraper, now, events, config } = services
  return {
    kind: 'fillLink',
    concurrency: 8,
    perOwner: 2,
    // The job is retried when all fetch slots are busy.
    attempts: 4,
    async run(job, signal) {
      const payload = JSON.parse(job.payload) as FillOrder
      const link = await findLink(db.read, payload.link)
      if (!link?.address || link.key_id !== null) return
      const caller = { kind: 'job', key: link.owner_id } as const
      const cachePage = config.copies !== 'off'
      const page = await orNothing(scraper.scrape(link.address, caller, signal, { cachePage }))
      // The picture of a link with files is that of its first file, unless its owner chose another.
      const source = link.picture_source ?? (link.file_bytes === null ? page?.image : null)
      const pictures = source ? await orNothing(scraper.fetchPicture(source, caller, signal)) : null
      await db.write(async tx => {
        if (page || pictures)
          await fillFromPage(
            tx,
            { ...payload, ownerId: job.owner_id },
            { address: link.address, page, pictures },
            now(),
            applyRules,
          )
        await queueCopy(tx, payload.link, now())
      })
      if (!page && !pictures) return
      if (job.owner_id) events.publish({ ownerId: job.owner_id, topics: ['links'], by: null })
    },
  }
}
