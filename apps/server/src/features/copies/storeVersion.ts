import { toPlan } from '@nestmark/core/plans'
import { truncateText } from '@nestmark/core/truncateText'
import { areQuotasEnforced } from '../../access/planQuotas.ts'
import { Refused } from '../../access/refuse.ts'
import type { CopyVersionRow } from '../../db/copyTables.ts'
import type { Tx } from '../../db/db.ts'
import { newId } from '../../db/newId.ts'
import { indexPages } from '../../db/pageText.ts'
import { StoreError } from '../../files/fileStore.ts'
import { writeObject } from '../../files/parts.ts'
import type { Services } from '../../services.ts'
import { findBlobByDigest, insertBlob, updateBlobUse } from '../files/blobStore.ts'
import { insertFiles } from '../files/linkFileStore.ts'
import { requireSpace } from '../files/openUpload.ts'
import { addBytes, lockOwners, noChange } from '../files/storageStore.ts'
import {
  deleteVersions,
  findKeptLink,
  insertVersion,
  type KeptLink,
  listVersions,
  setCopy,
  setPageText,
} from './copyStore.ts'
import { CopyFailed } from './faults.ts'
import type { NewVersion } from './makeVersion.ts'
import { toPageTerms } from './reindexPages.ts'

/** How many versions of a page are kept. */
const keptVersions = 3

/** An object in the store that has no row yet. The sweep removes it when it never gets one. */
interface WrittenFile {
  key: string
  digest: string
  size: number
  file: NewVersion['files'][number]
}

/**
 * Stores a version of a page, unless its content is that of the newest version.
 * @throws CopyFailed 'noRoom', 'storeAway'
 */
export async function storeVersion(
  services: Pick<Services, 'db' | 'fileStore' | 'now'>,
  link: KeptLink,
  version: NewVersion,
): Promise<void> {
  const { db, now } = services
  const [newest] = await listVersions(db.read, link.id)
  if (newest && isSame(newest, version)) {
    await db.write(tx => setCopy(tx, link.id, { ...kept(link, now()), page: 'same', checked_at: now() }))
    return
  }
  const written = await writeFiles(services, version)
  await db.write(tx => insertWritten(tx, link, version, written, now()))
}

const isSame = ({ digest, mode }: CopyVersionRow, { facts }: NewVersion) =>
  digest === facts.digest && mode === facts.mode

const kept = (link: KeptLink, now: number) =>
  ({ state: 'kept', fault: null, address: link.address, tried_at: now }) as const

async function writeFiles(
  { fileStore }: Pick<Services, 'fileStore'>,
  { files }: NewVersion,
): Promise<WrittenFile[]> {
  try {
    requireSpace(await fileStore.readSpace())
    const written: WrittenFile[] = []
    for (const file of files) {
      const key = newId()
      const digest = await writeObject(fileStore, key, toChunks(file.bytes), file.bytes.length)
      written.push({ key, digest, size: file.bytes.length, file })
    }
    return written
  } catch (error) {
    if (error instanceof Refused && error.code === 'server.full') throw new CopyFailed('noRoom')
    if (error instanceof StoreError) throw new CopyFailed(error.reason === 'full' ? 'noRoom' : 'storeAway')
    throw error
  }
}

async function* toChunks(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

async function insertWritten(
  tx: Tx,
  { id }: KeptLink,
  version: NewVersion,
  written: readonly WrittenFile[],
  now: number,
): Promise<void> {
  const link = await findKeptLink(tx, id)
  // It was deleted since.
  if (!link) return
  await lockOwners(tx, [link.owner_id])
  const versions = await listVersions(tx, id)
  const [newest] = versions
  if (newest && isSame(newest, version)) return
  const number = (newest?.number ?? 0) + 1
  // A version with the same content in another mode is replaced.
  const replaced = newest?.digest === version.facts.digest ? [newest] : []
  const old = versions.filter(each => !replaced.includes(each)).slice(keptVersions - 1)
  const removed = [...replaced, ...old].map(each => each.number)
  const freed = await deleteVersions(tx, id, removed)
  const blobs = await addFiles(tx, link, number, written, now)
  await updateBlobUse(tx, [...freed, ...blobs], now)
  await requireRoom(tx, link.owner_id)
  const size = written.reduce((sum, each) => sum + each.size, 0)
  await insertVersion(tx, { ...version.facts, link_id: id, number, kept_at: now, size })
  await setPageText(tx, link.seq, version.packedText)
  await indexPages(tx, [{ seq: link.seq, ownerId: link.owner_id, terms: toPageTerms(version.text) }])
  const isChanged = newest !== undefined && replaced.length === 0
  await setCopy(tx, id, {
    ...kept(link, now),
    page: isChanged ? 'changed' : 'same',
    checked_at: now,
  })
}

/** Adds the files of a version. The same bytes of one owner are stored once. Returns their blobs. */
async function addFiles(
  tx: Tx,
  link: KeptLink,
  number: number,
  written: readonly WrittenFile[],
  now: number,
): Promise<string[]> {
  const blobs: string[] = []
  for (const { key, digest, size, file } of written) {
    const known = await findBlobByDigest(tx, link.owner_id, digest)
    if (known && known.lost_at === null) {
      blobs.push(known.id)
      continue
    }
    const blob = {
      id: key,
      owner_id: link.owner_id,
      digest,
      size,
      media_type: file.mediaType,
      created_at: now,
    }
    await insertBlob(tx, blob)
    await addBytes(tx, new Map([[link.owner_id, { ...noChange(), kept: size }]]))
    blobs.push(key)
  }
  const name = truncateText(link.title.replaceAll(/[\\/\p{Cc}]/gu, ' '), 100) || 'Page'
  const rows = written.map(({ file }, at) => ({
    id: newId(),
    owner_id: link.owner_id,
    link_id: link.id,
    position: number,
    kind: file.kind,
    blob_id: blobs[at] ?? '',
    name: `${name}.${file.extension}`,
    media_type: file.mediaType,
    peaks: null,
    state: 'ready' as const,
    created_at: now,
  }))
  await insertFiles(tx, rows).execute(tx)
  return blobs
}

/** Checks the plan after the bytes are added, while the owner's row is locked. */
async function requireRoom(tx: Tx, ownerId: string): Promise<void> {
  if (!areQuotasEnforced()) return
  const [owner] = await lockOwners(tx, [ownerId])
  if (owner && owner.kept_bytes + owner.reserved_bytes > toPlan(owner.plan).storage)
    throw new CopyFailed('noRoom')
}
