import { shorten } from '@nestmark/core/bookmarkFiles/fitLink'
import { limits } from '@nestmark/core/limits'
import { compareKey } from '@nestmark/core/addresses/url'
import { createHostTurns } from '../../../fetching/turns/hostTurns.ts'
import type { JobKind } from '../../../jobs/jobKind.ts'
import { requireOwnerId } from '../../../jobs/requireOwnerId.ts'
import type { Services } from '../../../services.ts'
import { fillFromPage, orNothing } from '../../links/filling/fillFromPage.ts'
import { readPagesKind, type ReadPagesPayload } from './queueReading.ts'
import { UnreachableHosts } from './unreachableHosts.ts'
import { listUnread, type UnreadLink } from './unreadLinkStore.ts'
import { visitLinks } from './visitLinks.ts'

/** The pause between two pages of a host, in milliseconds. */
const pauseMs = 1000

/**
 * Reads the pages of the links of an import, one after the other, for the titles, descriptions and pictures that its file
 * did not have. It continues where it was stopped by a restart.
 */
export function readPages(services: Services): JobKind {
  const { db, now, scraper } = services
  const turns = createHostTurns(pauseMs)
  const unreachable = new UnreachableHosts(services.steady)

  /** Reads the page of a link, and its picture where the link has none. */
  async function read(ownerId: string, { address, hasPicture }: UnreadLink, signal: AbortSignal) {
    const caller = { kind: 'job', key: ownerId } as const
    const host = URL.parse(address)?.host ?? ''
    const page = await turns.run(host, () => scraper.scrape(address, caller, signal), { signal })
    const source = hasPicture ? undefined : page.image
    const pictures = source ? await orNothing(scraper.fetchPicture(source, caller, signal)) : null
    return { address, page, pictures }
  }

  return {
    kind: readPagesKind,
    concurrency: 2,
    attempts: 20,
    watched: true,
    touches: ['links', 'jobs'],
    run(job, signal, slot) {
      const ownerId = requireOwnerId(job)
      const payload = JSON.parse(job.payload) as ReadPagesPayload
      return visitLinks(
        services,
        { job, signal, slot, payload },
        {
          list: limit => listUnread(db.read, ownerId, payload, limit),
          fetch: (link, isLast) =>
            unreachable.fetch(ownerId, link.address, isLast, () => read(ownerId, link, signal)),
          store: (tx, link, found) =>
            fillFromPage(tx, { link: link.id, ownerId, placeholder: placeholderOf(link) }, found, now()),
        },
      )
    },
  }
}

/** Returns the title of a link that its file had no title for: its address. Undefined for any other title. */
function placeholderOf({ title, address }: UnreadLink): string | undefined {
  const isAddress =
    title === shorten(address, limits.title) ||
    (/^https?:\/\//i.test(title) && compareKey(title) === compareKey(address))
  return isAddress ? title : undefined
}
