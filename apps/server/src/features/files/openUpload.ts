import { limits } from '@nestmark/core/limits'
import { maxFileBytes, type MediaType } from '@nestmark/core/media/mediaTypes'
import { toPlan } from '@nestmark/core/plans'
import type { Actor } from '../../access/actor.ts'
import { grantCollection } from '../../access/grant.ts'
import { areQuotasEnforced } from '../../access/planQuotas.ts'
import { refuse } from '../../access/refuse.ts'
import type { Tx } from '../../db/db.ts'
import type { UploadRow } from '../../db/fileTables.ts'
import { newId } from '../../db/newId.ts'
import type { StoreSpace } from '../../files/fileStore.ts'
import { storedPartBytes } from '../../files/parts.ts'
import type { Services } from '../../services.ts'
import { expireUploads } from './endUploads.ts'
import { requireSameStore } from './openFiles.ts'
import { lockOwners, reserveBytes } from './storageStore.ts'
import { withStoreErrors } from './storeErrors.ts'
import { countOpenUploads, insertUpload } from './uploadStore.ts'

/** How long an upload lives after its last part, and a complete one until a link has it. In milliseconds. */
export const uploadMs = 86_400_000
/** How long the form of an upload is valid, in milliseconds. */
export const formMs = 600_000

export interface NewUpload extends Pick<UploadRow, 'purpose' | 'name' | 'size' | 'request_key'> {
  media_type: MediaType
  /** The collection; null for the root. */
  parent: string | null
  isForm: boolean
}

/**
 * Begins an upload: checks the right to add to the collection, reserves the bytes for its owner, and begins an object.
 * @throws Refused 'plan.storage' when the owner's plan has no room, 'server.full' when the disk is nearly full
 */
export async function openUpload(services: Services, actor: Actor, given: NewUpload): Promise<UploadRow> {
  const { db, fileStore, now } = services
  const parentId = given.parent ?? actor.rootId
  if (given.size > maxFileBytes) refuse('files.tooLarge')
  if (given.size < 1) refuse('files.empty')
  // Checked first, so that a refused call does not reach the store.
  await grantCollection(db.read, actor, 'collections.add', parentId)
  requireSpace(await withStoreErrors(() => fileStore.readSpace()))
  await withStoreErrors(() => requireSameStore(db, fileStore))
  const objectKey = newId()
  const storeUploadId = await withStoreErrors(() => fileStore.begin(objectKey))
  try {
    return await db.write(async tx => {
      const { collection } = await grantCollection(tx, actor, 'collections.add', parentId)
      if (collection.trashed_by !== null) refuse('collections.inTrash')
      await reserve(tx, actor, collection.owner_id, given.size, now())
      if ((await countOpenUploads(tx, actor.personId)) >= limits.openUploads) refuse('files.tooManyUploads')
      const { parent: _parent, isForm, ...row } = given
      const upload: UploadRow = {
        ...row,
        id: newId(),
        person_id: actor.personId,
        owner_id: collection.owner_id,
        part_size: storedPartBytes,
        object_key: objectKey,
        store_upload_id: storeUploadId,
        form_state: isForm ? 'unused' : 'none',
        state: 'open',
        blob_id: null,
        peaks: null,
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

/** Reserves bytes, after the expired uploads of the owner have freed theirs. */
async function reserve(tx: Tx, actor: Actor, ownerId: string, bytes: number, now: number): Promise<void> {
  await lockOwners(tx, [ownerId])
  await expireUploads(tx, ownerId, now)
  // Read again: expired uploads have changed it.
  const [owner] = await lockOwners(tx, [ownerId])
  if (!owner) return refuse('collections.notFound')
  const limit = areQuotasEnforced() ? toPlan(owner.plan).storage : null
  if (await reserveBytes(tx, ownerId, bytes, limit)) return
  const used = owner.kept_bytes + owner.reserved_bytes
  // Members learn only that there is no room.
  refuse('plan.storage', ownerId === actor.personId ? { data: { used, limit } } : {})
}

/**
 * Refuses files when the disk is nearly full, so that links can still be saved.
 * @param space null for a store without a limit of its own
 */
export function requireSpace(space: StoreSpace | null): void {
  if (space && space.free < Math.min(limits.freeBytes, space.total * limits.freeShare)) refuse('server.full')
}
