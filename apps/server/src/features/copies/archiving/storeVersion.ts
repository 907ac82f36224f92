import { Refused } from '../../../access/refuse.ts'
import { setCopy } from '../../../db/copyState.ts'
import type { CopyVersionRow } from '../../../db/tables/copyTables.ts'
import type { Tx } from '../../../db/db.ts'
import { StoreError } from '../../../blobStorage/fileStore.ts'
import type { CommonServices } from '../../../calls/services.ts'
import { updateBlobUse } from '../../uploads/storage/blobStore.ts'
import { lockOwners } from '../../uploads/storage/storageStore.ts'
import {
  deleteVersions,
  findLinkWithCopy,
  findLastNumber,
  insertVersion,
  type LinkWithCopy,
  listVersions,
  setFirstPicture,
} from '../copyStore.ts'
import { CopyFailed } from './failures.ts'
import type { NewVersion } from './makeVersion.ts'
import { addPageFiles, hasRoom, writePageFiles, type WrittenFile } from './pageFiles.ts'

/** How many versions of a page are stored. */
const storedVersions = 3

/**
 * Stores a version of a page, unless its content is that of the newest version.
 * @param onStore runs in the transaction that stores it, before the room of the plan is checked
 * @throws CopyFailed 'noRoom', 'storeAway'
 */
export async function storeVersion(
  services: Pick<CommonServices, 'db' | 'fileStore' | 'now'>,
  link: LinkWithCopy,
  version: NewVersion,
  onStore?: (tx: Tx) => Promise<void>,
): Promise<void> {
  const { db, now } = services
  const [newest] = await listVersions(db.read, link.id)
  if (newest && isSame(newest, version)) {
    await db.write(async tx => {
      await setCopyOfLink(tx, link, { ...markStored(link, now()), page: 'same', checked_at: now() })
      await onStore?.(tx)
    })
    return
  }
  const written = await write(services, version)
  await db.write(async tx => {
    await lockOwners(tx, [link.owner_id])
    await onStore?.(tx)
    await insertWritten(tx, link, version, written, now())
  })
}

const isSame = ({ digest, mode }: CopyVersionRow, { facts }: NewVersion) =>
  digest === facts.digest && mode === facts.mode

const markStored = (link: LinkWithCopy, now: number) =>
  ({ state: 'kept', fault: null, address: link.address, tried_at: now }) as const

async function write(
  services: Pick<CommonServices, 'fileStore'>,
  { files }: NewVersion,
): Promise<WrittenFile[]> {
  try {
    return await writePageFiles(services, files)
  } catch (error) {
    if (error instanceof Refused && error.code === 'server.full') throw new CopyFailed('noRoom')
    if (error instanceof StoreError) throw new CopyFailed(error.reason === 'full' ? 'noRoom' : 'storeAway')
    throw error
  }
}

async function insertWritten(
  tx: Tx,
  { id, owner_id: ownerId }: LinkWithCopy,
  version: NewVersion,
  written: readonly WrittenFile[],
  now: number,
): Promise<void> {
  const link = await findLinkWithCopy(tx, id)
  // It was deleted, encrypted or given to another owner since.
  if (!link?.address || link.owner_id !== ownerId) return
  const versions = await listVersions(tx, id)
  const [newest] = versions
  if (newest && isSame(newest, version)) return
  const number = (await findLastNumber(tx, id)) + 1
  // A version with the same content in another mode is replaced.
  const replaced = newest?.digest === version.facts.digest ? [newest] : []
  const old = versions.filter(each => !replaced.includes(each)).slice(storedVersions - 1)
  const removed = [...replaced, ...old].map(each => each.number)
  const freed = await deleteVersions(tx, id, removed)
  const blobs = await addPageFiles(tx, link, { position: number, written, now })
  await updateBlobUse(tx, [...freed, ...blobs], now)
  if (!(await hasRoom(tx, link.owner_id))) throw new CopyFailed('noRoom')
  const size = written.reduce((sum, each) => sum + each.size, 0)
  await insertVersion(tx, { ...version.facts, link_id: id, number, kept_at: now, size })
  await version.storeText(tx, link)
  if (version.pictures) await setFirstPicture(tx, link, version.pictures, now)
  const isChanged = newest !== undefined && replaced.length === 0
  await setCopy(tx, id, {
    ...markStored(link, now),
    page: isChanged ? 'changed' : 'same',
    checked_at: now,
  })
}

/**
 * Changes what is known about the copies of a link after its page was fetched, unless the link was deleted or encrypted
 * concurrently: its address must not be written again.
 */
export async function setCopyOfLink(
  tx: Tx,
  { id, owner_id: ownerId }: LinkWithCopy,
  change: Parameters<typeof setCopy>[2],
): Promise<void> {
  await lockOwners(tx, [ownerId])
  const link = await findLinkWithCopy(tx, id)
  if (link?.address) await setCopy(tx, id, change)
}
