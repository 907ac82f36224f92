import type { JobKind } from '../../../jobs/jobKind.ts'
import { requireOwnerId } from '../../../jobs/requireOwnerId.ts'
import type { Services } from '../../../services.ts'
import { listMissingPictures, storeMissingPicture } from './missingPictureStore.ts'
import { fetchPicturesKind, type FetchPicturesPayload } from './queueReading.ts'
import { UnreachableHosts } from './unreachableHosts.ts'
import { visitLinks } from './visitLinks.ts'

/**
 * Fetches the pictures that a bookmark file names for its links, one after the other: an import of 20,000 links uses one
 * fetch of its owner at a time, and lets the pictures of other owners pass.
 */
export function fetchPictures(services: Services): JobKind {
  const { db, now, scraper } = services
  const unreachable = new UnreachableHosts(services.steady)
  return {
    kind: fetchPicturesKind,
    concurrency: 2,
    attempts: 20,
    run(job, signal, slot) {
      const ownerId = requireOwnerId(job)
      const payload = JSON.parse(job.payload) as FetchPicturesPayload
      const caller = { kind: 'job', key: ownerId } as const
      return visitLinks(
        services,
        { job, signal, slot, payload },
        {
          list: limit => listMissingPictures(db.read, ownerId, payload, limit),
          fetch: ({ source }, isLast) =>
            unreachable.fetch(ownerId, source, isLast, () => scraper.fetchPicture(source, caller, signal)),
          store: (tx, link, pictures) => storeMissingPicture(tx, link, pictures, now()),
        },
      )
    },
  }
}
