import type { CopyFailure } from '@nestmark/contract/reading/copies'
import { FetchRefused } from '../../../fetching/requests/fetchRefused.ts'
import type { Services } from '../../../services.ts'
import { findLinkWithCopy, type LinkWithCopy, listVersions } from '../copyStore.ts'
import { CopyFailed, toFailure, toStatusFailure } from './failures.ts'
import { archiveModeOf } from './archiveModeOf.ts'
import { makeVersion } from './makeVersion.ts'
import { setCopyOfLink, storeVersion } from './storeVersion.ts'

type Keeping = Pick<Services, 'config' | 'db' | 'scraper' | 'media' | 'fileStore' | 'now' | 'events'>

/**
 * Stores a copy of the page of a link: fetches it, and stores a version when its content has changed.
 * @param isAutomatic true when no person asked for this page: then the rules of the site apply
 * @param lastFailure the failure that stands for an error without a response of the site, on the last attempt
 * @returns why the attempt failed; null otherwise
 * @throws FetchRefused busy or aborted, for a retry
 */
export async function archiveLink(
  services: Keeping,
  linkId: string,
  isAutomatic: boolean,
  signal: AbortSignal,
  lastFailure: CopyFailure | null = null,
): Promise<CopyFailure | null> {
  const { db, now, config } = services
  const link = await findLinkWithCopy(db.read, linkId)
  if (!link || link.is_trashed || !link.address) return null
  const publish = () => services.events.publish({ ownerId: link.owner_id, topics: ['copies'], by: null })
  const mode = archiveModeOf(config, link)
  if (mode === 'never') {
    await db.write(tx => setCopyOfLink(tx, link, { state: 'off' }))
    publish()
    return null
  }
  await db.write(tx => setCopyOfLink(tx, link, { state: 'keeping', tried_at: now() }))
  publish()
  try {
    await fetchAndStore(services, link, mode, isAutomatic, signal)
    return null
  } catch (error) {
    // A cancelled attempt gives no information about the page.
    const failure = signal.aborted ? null : (toCopyFailure(error) ?? lastFailure)
    if (failure === null) throw error
    const hasVersions = (await listVersions(db.read, linkId)).length > 0
    await db.write(tx =>
      setCopyOfLink(tx, link, {
        state: hasVersions ? 'kept' : 'failed',
        fault: failure,
        ...(failure === 'gone' && { page: 'gone' }),
        address: link.address,
        tried_at: now(),
      }),
    )
    if (toCopyFailure(error) === null) throw error
    return failure
  } finally {
    publish()
  }
}

async function fetchAndStore(
  services: Keeping,
  link: LinkWithCopy,
  mode: 'full' | 'reader',
  isAutomatic: boolean,
  signal: AbortSignal,
): Promise<void> {
  const { scraper, now } = services
  const caller = { kind: 'job', key: link.owner_id } as const
  if (isAutomatic && !(await scraper.allowsCopies(link.address, caller, signal)))
    throw new CopyFailed('robots')
  const page = await scraper.fetchFull(link.address, caller, signal)
  const failure = toStatusFailure(page.status)
  if (failure) throw new CopyFailed(failure)
  // An address that is no page, and whose body was not read.
  if (page.body.length === 0) throw new CopyFailed('type')
  const version = await makeVersion(services, page, mode, { caller, at: now(), signal })
  await storeVersion(services, link, version)
  if (version.pictures) services.events.publish({ ownerId: link.owner_id, topics: ['links'], by: null })
}

/** Returns why an attempt failed; null for an error that is no answer of the site. */
function toCopyFailure(error: unknown): CopyFailure | null {
  if (error instanceof CopyFailed) return error.reason
  if (!(error instanceof FetchRefused) || error.reason === 'busy' || error.reason === 'aborted') return null
  return toFailure(error.reason)
}
