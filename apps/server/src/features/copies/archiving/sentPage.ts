import { refuse } from '../../../access/refuse.ts'
import { setCopy } from '../../../db/copyState.ts'
import type { Tx } from '../../../db/db.ts'
import { FetchRefused } from '../../../fetching/requests/fetchRefused.ts'
import { detectKind } from '../../../fetching/pageKind.ts'
import type { Call } from '../../../calls/call.ts'
import type { CallWith } from '../../../services.ts'
import { toCaller } from '../../links/filling/fetchForCaller.ts'
import { findLinkWithCopy, type LinkWithCopy } from '../copyStore.ts'
import { CopyFailed } from './failures.ts'
import { archiveModeOf } from './archiveModeOf.ts'
import { makeVersion, type NewVersion } from './makeVersion.ts'
import { storeVersion } from './storeVersion.ts'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { FetchCaller } from '../../../fetching/turns/fetchCaller.ts'
import { createPictures } from '../../../fetching/picture.ts'
import type { Pictures } from '../../../media/mediaTasks.ts'

/** How long reading a page may take, with the waiting for its turn, in milliseconds. */
const maxMs = 90_000

/** Returns which copy of the page is stored. A page that is sent is stored although automatic copies are off. */
export function chooseSentMode({ actor, services }: Call, link: LinkWithCopy | undefined): 'full' | 'reader' {
  const mode = archiveModeOf(services.config, {
    keep: 'full',
    owner_keep: 'full',
    plan: link?.plan ?? actor.plan,
  })
  return mode === 'never' ? refuse('copies.off') : mode
}

/**
 * Reads a page that was sent. Nothing is fetched.
 * @param page its address and its HTML
 * @throws Refused 'copies.unreadable', 'server.busy'
 */
export async function readSentPage(
  call: CallWith<'scraper' | 'media'>,
  { url, body }: { url: string; body: Buffer },
  mode: 'full' | 'reader',
): Promise<NewVersion> {
  const page = { url, status: 200, contentType: '', body }
  if (detectKind(page) !== 'html') refuse('copies.unreadable')
  const signal = AbortSignal.timeout(maxMs)
  const options = { caller: toCaller(call), at: call.services.now(), signal, isOffline: true }
  try {
    const version = await makeVersion(call.services, { ...page, contentType: 'text/html' }, mode, options)
    return { ...version, pictures: await makeEmbeddedPicture(version, options.caller, signal) }
  } catch (error) {
    if (error instanceof FetchRefused && error.reason === 'busy') refuse('server.busy', { retryAfter: 5 })
    if (error instanceof FetchRefused) refuse('copies.unreadable')
    throw error
  }
}

/**
 * Stores a version that was made of a page that was sent.
 * @param onStore runs in the transaction that stores it
 * @throws Refused 'links.notFound', 'files.storeAway', 'plan.storage'
 */
export async function storeSentPage(
  { services }: Call,
  linkId: string,
  version: NewVersion,
  onStore?: (tx: Tx) => Promise<void>,
): Promise<void> {
  const link = await findLinkWithCopy(services.db.read, linkId)
  if (!link) return refuse('links.notFound')
  try {
    await storeVersion(services, link, version, onStore)
  } catch (error) {
    if (!(error instanceof CopyFailed)) throw error
    // The link is saved, and states why it has no copy.
    if (link.state === 'failed') await services.db.write(tx => setCopy(tx, linkId, { fault: error.reason }))
    refuse(error.reason === 'storeAway' ? 'files.storeAway' : 'plan.storage')
  }
}

const embedded = /<img [^<>]{0,1000}?\bsrc="data:image\/(?:png|jpeg|gif|webp|avif);base64,([\w+/=]+)"/g
/** Smaller pictures are icons, in pixels. */
const minWidth = 100
/** How many pictures of an article are tried. */
const maxTried = 3

/**
 * Makes the picture of a link from the first picture that the article of its page contains. Nothing is fetched.
 * @returns null when the article contains none
 * @throws FetchRefused busy, aborted
 */
async function makeEmbeddedPicture(
  { files }: Pick<NewVersion, 'files'>,
  caller: FetchCaller,
  signal: AbortSignal,
): Promise<Pictures | null> {
  const reader = files.find(file => file.kind === 'reader')
  if (!reader) return null
  const html = (await promisify(gunzip)(reader.bytes)).toString('latin1')
  let tried = 0
  for (const [, data = ''] of html.matchAll(embedded)) {
    if (tried++ === maxTried) break
    try {
      const pictures = await createPictures(Buffer.from(data, 'base64'), caller, signal)
      if (pictures.card.width >= minWidth) return pictures
    } catch (error) {
      if (!(error instanceof FetchRefused) || error.reason !== 'not-a-picture') throw error
    }
  }
  return null
}
