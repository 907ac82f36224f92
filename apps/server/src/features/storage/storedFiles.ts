import * as contract from '@nestmark/contract/storage'
import type { StoredKind, StoredSet } from '@nestmark/contract/storage'
import * as copies from '@nestmark/contract/reading/copies'
import type { Output } from '@nestmark/contract/operation'
import { refuse } from '../../access/refuse.ts'
import type { Tx } from '../../db/db.ts'
import { lockTree } from '../../db/dialect.ts'
import { type FileKind, versionFileKinds } from '../../db/tables/fileTables.ts'
import { newId } from '../../db/newId.ts'
import { action } from '../../calls/action.ts'
import type { CallWith } from '../../services.ts'
import { updateBlobUse } from '../uploads/storage/blobStore.ts'
import { restorableMs } from '../uploads/storage/sweepFiles.job.ts'
import { lockOwners } from '../uploads/storage/storageStore.ts'
import { countRemoved, lockOwnLinks, type LinkBatch, readLinkBatch } from './removedFileStore.ts'
import { kindsOfSets, kindsOfStored } from './storedFileQuery.ts'
import { takeFiles, type TakeOrder } from './takenFileStore.ts'
import { grantLink } from '../../access/grant.ts'
import type { Call } from '../../calls/call.ts'
import { presentCopies } from '../copies/presentCopies.ts'
import { restoreRemoved } from './restoreRemoved.ts'

/** The maximum number of links per call, so that it does not block other writers for long. */
const linksAtOnce = 200

/**
 * Removes files and copies of pages from the caller's storage, for a day in a way that can be undone. Their links remain.
 * @throws Refused 'undo.expired' for an unknown `undo`, 'links.noneChosen', 'links.notFound' when one of the links
 * counts for another person
 */
export const removeStoredFiles = action(
  contract.removeStoredFiles,
  async ({ services, actor }: CallWith<'openedFiles'>, input) => {
    const { from, linkIdArr = [], what = 'all', after = '' } = input
    if (!from && linkIdArr.length === 0) refuse('links.noneChosen')
    const ownerId = actor.personId
    const undo = input.undo ?? newId()
    // A file that was just opened stays.
    if (from === 'unopened') await services.openedFiles.flush()
    return services.db.write(async tx => {
      await lockTree(tx, ownerId)
      const now = services.now()
      const before = await readBytes(tx, ownerId)
      const { linkIds, next } = from
        ? await readLinkBatch(tx, { set: from, ownerId, after, now }, linksAtOnce)
        : takeLinkBatch(linkIdArr, after)
      const links = await lockOwnLinks(tx, linkIds, ownerId)
      if (links.length < linkIds.length) refuse('links.notFound')
      const known = { ownerId, undo, since: now - restorableMs }
      if (input.undo !== undefined && (await countRemoved(tx, known)) === 0) refuse('undo.expired')
      const kinds = listKinds(from, what)
      const isSealed = what === 'encrypted'
      const taken = { links, kinds, isSealed, isOld: from === 'oldCopies', undo, now }
      const { count, blobs } =
        kinds.length > 0 && links.length > 0 ? await takeFiles(tx, taken) : { count: 0, blobs: [] }
      await updateBlobUse(tx, blobs, now)
      return {
        changed: links.length,
        bytes: before - (await readBytes(tx, ownerId)),
        next,
        undo: count > 0 || input.undo !== undefined ? undo : null,
      }
    })
  },
)

const listKinds = (from: StoredSet | undefined, what: StoredKind): FileKind[] =>
  kindsOfSets[from ?? 'trash'].filter(kind => kindsOfStored[what].includes(kind))

function takeLinkBatch(linkIdArr: readonly string[], after: string): LinkBatch {
  const left = [...new Set(linkIdArr)].filter(id => id > after).sort((a, b) => (a < b ? -1 : 1))
  const linkIds = left.slice(0, linksAtOnce)
  return { linkIds, next: left.length > linksAtOnce ? (linkIds.at(-1) ?? null) : null }
}

/** Locks the caller's counters, and returns their bytes. */
async function readBytes(tx: Tx, ownerId: string): Promise<number> {
  const [owner] = await lockOwners(tx, [ownerId])
  return owner?.kept_bytes ?? 0
}

/** Deletes one version of a page, or all. Without a version, its words are not searched any more. */
export const dropCopy = action(copies.dropCopy, (call, { link_id, number: position }) =>
  dropPageFiles(call, link_id, { kinds: versionFileKinds, position }),
)

/**
 * Deletes copies of the page of one link, for a day in a way that can be undone.
 * @returns the copies that are left, and the key to restore the deleted ones; null when there were none
 */
export async function dropPageFiles(
  call: Call,
  linkId: string,
  chosen: Pick<TakeOrder, 'kinds' | 'position'>,
): Promise<Output<typeof copies.dropCopy>> {
  const { actor, services } = call
  const undo = await services.db.write(async tx => {
    const { link } = await grantLink(tx, actor, 'links.edit', linkId)
    await lockOwners(tx, [link.owner_id])
    const key = newId()
    const now = services.now()
    const { count, blobs } = await takeFiles(tx, { links: [link], ...chosen, undo: key, now })
    await updateBlobUse(tx, blobs, now)
    return count > 0 ? key : null
  })
  return { ...(await presentCopies(call, linkId)), undo }
}

/**
 * Restores removed files and copies of pages to their links.
 * @throws Refused 'undo.expired', 'plan.storage' when the next ones exceed the quota
 */
export const restoreStoredFiles = action(
  contract.restoreStoredFiles,
  ({ services, actor: { personId: ownerId } }, { undo }) =>
    services.db.write(async tx => {
      await lockTree(tx, ownerId)
      return restoreRemoved(tx, { ownerId, undo }, services.now())
    }),
)

/**
 * Restores copies of the page of a link that were deleted in the last 24 hours. A user who may delete them may restore them.
 * @throws Refused 'undo.expired', 'plan.storage' when they exceed the quota of the owner
 */
export const restoreCopy = action(copies.restoreCopy, async (call, { link_id: linkId, undo }) => {
  const { actor, services } = call
  const { copies: restored, skipped } = await services.db.write(async tx => {
    const { link } = await grantLink(tx, actor, 'links.edit', linkId)
    await lockTree(tx, link.owner_id)
    return restoreRemoved(tx, { ownerId: link.owner_id, undo, linkId }, services.now())
  })
  return { ...(await presentCopies(call, linkId)), restored, skipped }
})
