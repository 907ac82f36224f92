import * as contract from '@nestmark/contract/reading/copies'
import { grantLink, grantCollection } from '../../access/grant.ts'
import { action } from '../../calls/action.ts'
import type { CallWith } from '../../services.ts'
import { requireBandwidth } from '../uploads/serving/bandwidth.ts'
import { presentCopies } from './presentCopies.ts'
import { setOwnerChoice, findLinkWithCopy, hasDueCopy, type LinkWithCopy } from './copyStore.ts'
import { setCopy } from '../../db/copyState.ts'
import { refuse } from '../../access/refuse.ts'
import { archiveModeOf } from './archiving/archiveModeOf.ts'
import { archivePageKind, type ArchivePagePayload } from './archiving/archivePage.job.ts'
import { StatusReply } from '../../calls/replies.ts'
import { enqueue, hasUnfinishedJob } from '../../jobs/store.ts'
import { countDescendantLinks, sumCounts } from '../collections/subtreeQuery.ts'
import { libraryStart } from './collectionQuery.ts'
import { keepCollectionKind, type KeepCollectionPayload } from './keepCollection.job.ts'
import type { Config } from '../../configuration/config.ts'
import type { Tx } from '../../db/db.ts'

/** Returns the copies of the page of a link, for its owner and members. */
export const getCopy = action(contract.getCopy, async (call: CallWith<'meter'>, { link_id }) => {
  const { link } = await grantLink(call.services.db.read, call.actor, 'links.copies', link_id)
  await requireBandwidth(call.services, link.owner_id)
  return presentCopies(call, link_id)
})

/** Stores the copy setting for the page of the caller's links. */
export const updateKeepCopies = action(
  contract.updateKeepCopies,
  async ({ services, actor }, { keep_copies }) => {
    await services.db.write(tx => setOwnerChoice(tx, actor.personId, keep_copies))
    return {}
  },
)

/** Stores the copy setting for the page of one link. */
export const updateLinkCopies = action(contract.updateLinkCopies, async (call, { link_id, keep }) => {
  await call.services.db.write(async tx => {
    await grantLink(tx, call.actor, 'links.edit', link_id)
    await setCopy(tx, link_id, { keep })
  })
  return presentCopies(call, link_id)
})

/** Queues a copy of the page of a link, unless one waits or is being made. */
export const archivePage = action(contract.archivePage, async (call, { link_id }) => {
  const { actor, services } = call
  await services.db.write(async tx => {
    await grantLink(tx, actor, 'links.edit', link_id)
    const link = await findLinkWithCopy(tx, link_id)
    if (!link?.address || link.is_trashed) return refuse('copies.noAddress')
    if (archiveModeOf(services.config, link) === 'never') refuse('copies.off')
    // A job that has stored its result may not have ended yet.
    const isPending = link.state === 'waiting' || link.state === 'keeping'
    if (!isPending || !(await hasDueCopy(tx, link, archivePageKind, services.now())))
      await queueCopy(tx, link, {}, services.now())
  })
  services.jobs.wake()
  return presentCopies(call, link_id)
})

/** Starts a job that copies the pages of a collection. A person has one such job at a time. */
export const keepCollection = action(
  contract.keepCollection,
  async ({ actor, services }, { folder_id: collection }) => {
    const { db, config, now } = services
    if (config.copies === 'off') refuse('copies.off')
    const job = await db.write(async tx => {
      const granted = await grantCollection(tx, actor, 'collections.edit', collection)
      if (granted.collection.trashed_by !== null) refuse('collections.inTrash')
      if (await hasUnfinishedJob(tx, actor.personId, keepCollectionKind)) refuse('copies.running')
      const counts = await countDescendantLinks(tx, granted.collection)
      const payload: KeepCollectionPayload = {
        person: actor.personId,
        owner: granted.collection.owner_id,
        collection,
        after: libraryStart,
        had: 0,
      }
      return enqueue(tx, {
        ownerId: actor.personId,
        kind: keepCollectionKind,
        payload: { ...payload },
        total: sumCounts(Object.values(counts)),
        now: now(),
      })
    })
    services.jobs.wake()
    return new StatusReply({ job }, 202, 'OK')
  },
)

/** Queues a copy of the page of a link. */
async function queueCopy(
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
