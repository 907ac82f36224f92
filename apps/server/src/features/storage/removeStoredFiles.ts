import { captureFormat } from '@nestmark/contract/copies'
import type { Output, Parsed } from '@nestmark/contract/operation'
import type { removeStoredFiles as remove } from '@nestmark/contract/storage'
import { refuse } from '../../access/refuse.ts'
import { setCopy } from '../../db/copyState.ts'
import type { Tx } from '../../db/db.ts'
import { lockTree } from '../../db/dialect.ts'
import { newId } from '../../db/newId.ts'
import { deletePageTexts } from '../../db/pageText.ts'
import type { Call } from '../../http/implement.ts'
import { deleteCaptures, deleteVersions, listVersions } from '../copies/copyStore.ts'
import { updateBlobUse } from '../files/blobStore.ts'
import { lockOwners } from '../files/storageStore.ts'
import {
  countRemoved,
  deleteExpired,
  lockOwnLinks,
  type Portion,
  readPortion,
  restorableMs,
  takeFiles,
} from './removedFileStore.ts'

/** The maximum number of links per call, so that it does not block other writers for long. */
const linksAtOnce = 200
/** The sweep removes objects an hour after they are marked, so that they live as long as they can be restored. */
const sweepMs = 3_600_000

/**
 * Removes files and copies of pages from the caller's storage. Their links remain.
 * @throws Refused 'undo.expired' for an unknown `undo`, 'links.noneChosen', 'links.notFound' when one of the links
 * counts for another person
 */
export async function removeStoredFiles(
  { services, actor }: Call,
  input: Parsed<typeof remove>,
): Promise<Output<typeof remove>> {
  const { from, linkIdArr = [], what = 'all', after = '' } = input
  if (!from && linkIdArr.length === 0) refuse('links.noneChosen')
  const ownerId = actor.personId
  const undo = input.undo ?? newId()
  return services.db.write(async tx => {
    await lockTree(tx, ownerId)
    const before = await readBytes(tx, ownerId)
    const { linkIds, next } = from
      ? await readPortion(tx, { set: from, ownerId, after }, linksAtOnce)
      : takePortion(linkIdArr, after)
    const links = await lockOwnLinks(tx, linkIds, ownerId)
    if (links.length < linkIds.length) refuse('links.notFound')
    const now = services.now()
    const known = { ownerId, undo, since: now - restorableMs }
    if (input.undo !== undefined && (await countRemoved(tx, known)) === 0) refuse('undo.expired')
    await deleteExpired(tx, now - restorableMs)
    const order = { links, ownerId, undo, now }
    const isOfPages = from === 'oldCopies' || from === 'captures' || what === 'copies'
    const files = isOfPages ? 0 : await removeFiles(tx, order, what === 'encrypted')
    const isOfFiles = what === 'files' || what === 'encrypted'
    if (!isOfFiles && from !== 'oldCopies') await removeCaptures(tx, order)
    if (!isOfFiles && from !== 'captures') await removeVersions(tx, order, from === 'oldCopies')
    return {
      changed: links.length,
      bytes: before - (await readBytes(tx, ownerId)),
      next,
      undo: files > 0 || input.undo !== undefined ? undo : null,
    }
  })
}

function takePortion(linkIdArr: readonly string[], after: string): Portion {
  const left = [...new Set(linkIdArr)].filter(id => id > after).sort((a, b) => (a < b ? -1 : 1))
  const linkIds = left.slice(0, linksAtOnce)
  return { linkIds, next: left.length > linksAtOnce ? (linkIds.at(-1) ?? null) : null }
}

/** Locks the caller's counters, and returns their bytes. */
async function readBytes(tx: Tx, ownerId: string): Promise<number> {
  const [owner] = await lockOwners(tx, [ownerId])
  return owner?.kept_bytes ?? 0
}

interface Order {
  links: readonly { seq: number; id: string }[]
  undo: string
  now: number
}

/**
 * Removes files.
 * @param isSealed true for encrypted ones only
 * @returns their number
 */
async function removeFiles(tx: Tx, { links, undo, now }: Order, isSealed: boolean): Promise<number> {
  const ids = links.map(link => link.id)
  const { count, blobs } = await takeFiles(tx, ids, { undo, now, isSealed })
  await updateBlobUse(tx, blobs, now + restorableMs - sweepMs)
  return count
}

async function removeCaptures(tx: Tx, { links, now }: Order): Promise<void> {
  const ids = links.map(link => link.id)
  await updateBlobUse(tx, await deleteCaptures(tx, ids, captureFormat.options), now)
}

/** @param isOldOnly true to retain the newest version */
async function removeVersions(tx: Tx, { links, now }: Order, isOldOnly: boolean): Promise<void> {
  for (const { id, seq } of links) {
    const versions = await listVersions(tx, id)
    const removed = isOldOnly ? versions.slice(1) : versions
    if (removed.length === 0) continue
    const numbers = removed.map(version => version.number)
    await updateBlobUse(tx, await deleteVersions(tx, id, numbers), now)
    if (isOldOnly) continue
    await deletePageTexts(tx, [seq])
    await setCopy(tx, id, { state: 'none', fault: null, page: 'same', checked_at: null })
  }
}
