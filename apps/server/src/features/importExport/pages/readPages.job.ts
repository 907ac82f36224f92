import { shorten } from '@nestmark/core/bookmarkFiles/fitLink'
import { limits } from '@nestmark/core/limits'
import { compareKey } from '@nestmark/core/addresses/url'
import { createHostTurns, type HostTurns } from '../../../fetching/turns/hostTurns.ts'
import type { ClaimedJob, JobKind, JobResult, SlotState } from '../../../jobs/jobKind.ts'
import { requireOwnerId } from '../../../jobs/requireOwnerId.ts'
import { saveProgress } from '../../../jobs/store.ts'
import type { Services } from '../../../services.ts'
import { fillFromPage, orNothing } from '../../links/filling/fillFromPage.ts'
import { readPagesKind, type ReadPagesPayload } from './queueReading.ts'
import { UnreachableHosts } from './unreachableHosts.ts'
import { listUnread, type UnreadLink } from './unreadLinkStore.ts'

/** The number of links that the job reads per step. Open windows are notified after each step. */
const linksAtOnce = 20
/** How often a page is tried while the server is busy, before the job continues with the next. */
const attemptsPerPage = 3
/** The pause between two pages of a host, in milliseconds. */
const pauseMs = 1000

/**
 * Reads the pages of the links of an import, one after the other, for the titles, descriptions and pictures that its file
 * did not have. It continues where it was stopped by a restart.
 */
export function readPages(services: Services): JobKind {
  const context = {
    services,
    turns: createHostTurns(pauseMs),
    unreachable: new UnreachableHosts(services.steady),
  }
  return {
    kind: readPagesKind,
    concurrency: 2,
    attempts: 20,
    watched: true,
    touches: ['links', 'jobs'],
    run: (job, signal, slot) => readAll(context, job, signal, slot),
  }
}

interface Context {
  services: Services
  turns: HostTurns
  unreachable: UnreachableHosts
}

async function readAll(
  context: Context,
  job: ClaimedJob,
  signal: AbortSignal,
  slot: SlotState,
): Promise<void | JobResult | 'yield'> {
  const { db, events, now } = context.services
  const ownerId = requireOwnerId(job)
  const payload = JSON.parse(job.payload) as ReadPagesPayload
  let { attempts, done } = job
  for (;;) {
    const links = await listUnread(db.read, ownerId, payload, linksAtOnce)
    try {
      for (const link of links) {
        signal.throwIfAborted()
        const isLast = attempts >= attemptsPerPage
        const found = await readLink(context, ownerId, link, { signal, isLast })
        attempts = 1
        payload.after = link.seq
        done++
        const isCancelled = await db.write(async tx => {
          const order = { link: link.id, ownerId, placeholder: placeholderOf(link) }
          if (found) await fillFromPage(tx, order, found, now())
          return saveProgress(tx, job, { payload: JSON.stringify(payload), done })
        })
        if (isCancelled) return { state: 'cancelled' }
        if (await slot.isWanted()) return 'yield'
      }
    } finally {
      if (links.length > 0) events.publish({ ownerId, topics: ['links'], by: null })
    }
    if (links.length < linksAtOnce) return
  }
}

/** Returns the title of a link that its file had no title for: its address. Undefined for any other title. */
function placeholderOf({ title, address }: UnreadLink): string | undefined {
  const isAddress =
    title === shorten(address, limits.title) ||
    (/^https?:\/\//i.test(title) && compareKey(title) === compareKey(address))
  return isAddress ? title : undefined
}

/**
 * Reads the page of a link, and its picture where the link has none.
 * @returns null when it cannot be read
 * @throws FetchRefused as `UnreachableHosts.fetch`
 */
async function readLink(
  { services: { scraper }, turns, unreachable }: Context,
  ownerId: string,
  { address, hasPicture }: UnreadLink,
  { signal, isLast }: { signal: AbortSignal; isLast: boolean },
) {
  const caller = { kind: 'job', key: ownerId } as const
  return unreachable.fetch(ownerId, address, isLast, async () => {
    const host = URL.parse(address)?.host ?? ''
    const page = await turns.run(host, () => scraper.scrape(address, caller, signal), { signal })
    const source = hasPicture ? undefined : page.image
    const pictures = source ? await orNothing(scraper.fetchPicture(source, caller, signal)) : null
    return { address, page, pictures }
  })
}
