import { limits } from '@nestmark/core/limits'
import { maxFileBytes, type MediaType } from '@nestmark/core/media/mediaTypes'
import { toPlan } from '@nestmark/core/plans/plans'
import {
  emptySealedLength,
  isSealedLength,
  maxSealedLength,
  type sealedMediaType,
  sealedPartLength,
} from '@nestmark/core/sealedFile'
import type { Actor } from '../../../access/actor.ts'
import { grantCollection } from '../../../access/grant.ts'
import { areQuotasEnforced } from '../../../access/planQuotas.ts'
import { refuse } from '../../../access/refuse.ts'
import type { Tx } from '../../../db/db.ts'
import type { UploadRow } from '../../../db/tables/fileTables.ts'
import { newId } from '../../../db/newId.ts'
import type { StoreSpace } from '../../../blobStorage/fileStore.ts'
import { storedPartBytes } from '../../../blobStorage/parts.ts'
import type { CommonServices } from '../../../calls/services.ts'
import { expireUploads, uploadMs } from './endUploads.ts'
import { requireSameStore } from '../openFiles.ts'
import { lockOwners, reserveBytes } from '../storage/storageStore.ts'
import { withStoreErrors } from '../storage/storeErrors.ts'
import { countOpenUploads, insertUpload } from './uploadStore.ts'
import type { pageMediaType } from './uploadType.ts'

/** The size of the parts of a page, in bytes. */
const pagePartBytes = 1024 * 1024
/** How long the form of an upload is valid, in milliseconds. */
const formMs = 600_000

export interface NewUpload extends Pick<UploadRow, 'purpose' | 'name' | 'size' | 'request_key'> {
  media_type: MediaType | typeof sealedMediaType | typeof pageMediaType
  /** 1 when the bytes were encrypted in the browser. */
  enc: 0 | 1
  /** The collection; null for the root. */
  parent: string | null
  isForm: boolean
}

/**
 * Begins an upload: checks the right to add to the collection, reserves the bytes for its owner, and begins an object.
 * @throws Refused 'plan.storage' when the owner's plan has no room, 'server.full' when the disk is nearly full,
 * 'encryption.noKey' for encrypted bytes in a collection without a key
 */
export async function openUpload(
  services: CommonServices,
  actor: Actor,
  given: NewUpload,
): Promise<UploadRow> {
  const { db, fileStore, now } = services
  const parentId = given.parent ?? actor.rootId
  requireSize(given)
  // Checked first, so that a refused call does not reach the store.
  requireKey(given, (await grantCollection(db.read, actor, 'collections.add', parentId)).collection)
  requireSpace(await withStoreErrors(() => fileStore.readSpace()))
  await withStoreErrors(() => requireSameStore(db, fileStore))
  const objectKey = newId()
  const storeUploadId = await withStoreErrors(() => fileStore.begin(objectKey))
  try {
    return await db.write(async tx => {
      const { collection } = await grantCollection(tx, actor, 'collections.add', parentId)
      if (collection.trashed_by !== null) refuse('collections.inTrash')
      requireKey(given, collection)
      await reserve(tx, actor, collection.owner_id, given.size, now())
      if ((await countOpenUploads(tx, actor.personId)) >= limits.openUploads) refuse('files.tooManyUploads')
      const { parent: _parent, isForm, ...row } = given
      const upload: UploadRow = {
        ...row,
        id: newId(),
        person_id: actor.personId,
        owner_id: collection.owner_id,
        part_size: toPartSize(given, fileStore),
        object_key: objectKey,
        store_upload_id: storeUploadId,
        form_state: isForm ? 'unused' : 'none',
        state: 'open',
        blob_id: null,
        peaks: null,
        collection_id: collection.id,
        printed_owner_id: null,
        created_at: now(),
        expires_at: now() + (isForm ? formMs : uploadMs),
      }
      await insertUpload(tx, upload)
      return upload
    })
  } catch (error) {
    // The sweep removes what this call cannot.
    await fileStore.abort(objectKey, storeUploadId).catch(() => undefined)
    throw error
  }
}

/** Returns the size of the parts. Those of a page are small: a browser may end its sender at any time, in the middle of one. */
function toPartSize({ enc, purpose }: NewUpload, { minPartBytes }: CommonServices['fileStore']): number {
  if (purpose === 'copy') return Math.max(pagePartBytes, minPartBytes)
  return enc === 1 ? sealedPartLength : storedPartBytes
}

/** @throws Refused 'files.tooLarge', 'files.empty', 'files.encryptedSize' */
function requireSize({ size, enc, purpose }: NewUpload): void {
  if (size > (enc === 1 ? maxSealedLength : maxFileBytes)) refuse('files.tooLarge')
  if (purpose === 'copy' && size > limits.sentPageBytes) refuse('files.tooLarge')
  if (size < 1 || (enc === 1 && size === emptySealedLength)) refuse('files.empty')
  if (enc === 1 && !isSealedLength(size)) refuse('files.encryptedSize')
}

/** Refuses encrypted bytes for a collection without a key: no link there could have them. */
function requireKey({ enc }: NewUpload, { enc_id: value }: { enc_id: string | null }): void {
  if (enc === 1 && value === null) refuse('encryption.noKey')
}

/**
 * Reserves bytes, after the expired uploads of the owner have freed theirs.
 * @throws Refused 'plan.storage', 'collections.notFound'
 */
export async function reserve(
  tx: Tx,
  actor: Actor,
  ownerId: string,
  bytes: number,
  now: number,
): Promise<void> {
  await lockOwners(tx, [ownerId])
  await expireUploads(tx, ownerId, now)
  // Read again: expired uploads have changed it.
  const [owner] = await lockOwners(tx, [ownerId])
  if (!owner) return refuse('collections.notFound')
  const limit = areQuotasEnforced() ? toPlan(owner.plan).storage : null
  if (await reserveBytes(tx, ownerId, bytes, limit)) return
  const used = owner.kept_bytes + owner.reserved_bytes
  // Members see only that there is no storage left.
  refuse('plan.storage', ownerId === actor.personId ? { data: { used, limit } } : {})
}

/**
 * Refuses files when the disk is nearly full, so that links can still be saved.
 * @param space null for a store without a limit
 */
export function requireSpace(space: StoreSpace | null): void {
  if (space && space.free < Math.min(limits.freeBytes, space.total * limits.freeShare)) refuse('server.full')
}
