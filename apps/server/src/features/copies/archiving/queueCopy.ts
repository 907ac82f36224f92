import type { Config } from '../../../configuration/config.ts'
import { setCopy } from '../../../db/copyState.ts'
import type { Tx } from '../../../db/db.ts'
import { enqueue } from '../../../jobs/store.ts'
import { findLinkWithCopy, hasDueCopy, type LinkWithCopy } from '../copyStore.ts'
import { archiveModeOf } from './archiveModeOf.ts'
import { archivePageKind, type ArchivePagePayload } from './archivePage.job.ts'

/** Queues a copy of the page of a link. */
export async function queueCopy(
  tx: Tx,
  link: Pick<LinkWithCopy, 'id' | 'owner_id'>,
  payload: Omit<ArchivePagePayload, 'link'>,
  now: number,
): Promise<void> {
  await setCopy(tx, link.id, { state: 'waiting', fault: null })
  await enqueue(tx, {
    ownerId: link.owner_id,
    kind: archivePageKind,
    payload: { link: link.id, ...payload },
    now,
  })
}

/**
 * Queues the copy of a link that was saved, or whose address has changed, when its owner enabled copies. A link whose
 * address has a copy gets none.
 */
export async function queueAutomaticCopy(
  config: Pick<Config, 'copies'>,
  tx: Tx,
  linkId: string,
  now: number,
): Promise<void> {
  if (config.copies === 'off') return
  const link = await findLinkWithCopy(tx, linkId)
  if (!link || link.is_trashed || !link.address || archiveModeOf(config, link) === 'never') return
  const isTried = link.state !== null && link.state !== 'none' && link.tried_address === link.address
  if (isTried || (await hasDueCopy(tx, link, archivePageKind, now))) return
  await queueCopy(tx, link, { automatic: true }, now)
}
