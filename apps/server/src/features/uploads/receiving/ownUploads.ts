import * as contract from '@nestmark/contract/files'
import type { UploadState } from '@nestmark/contract/files'
import type { Actor } from '../../../access/actor.ts'
import { refuse } from '../../../access/refuse.ts'
import type { Queries } from '../../../db/db.ts'
import type { UploadRow } from '../../../db/tables/fileTables.ts'
import { action } from '../../../calls/action.ts'
import type { CommonServices } from '../../../calls/services.ts'
import { endUploads, removeParts } from './endUploads.ts'
import { lockOwners } from '../storage/storageStore.ts'
import { findUpload, listParts } from './uploadStore.ts'

/**
 * Returns an upload of the caller.
 * @throws Refused 'files.uploadNotFound' for a missing one and for that of another person
 */
export async function findOwnUpload(db: Queries, actor: Actor, id: string): Promise<UploadRow> {
  const upload = await findUpload(db, id)
  return upload?.person_id === actor.personId ? upload : refuse('files.uploadNotFound')
}

/** Returns an upload of the caller, so that it can be resumed. */
export const getUpload = action(contract.getUpload, async ({ services, actor }, { upload_id: id }) => {
  const { read } = services.db
  return presentUpload(read, await findOwnUpload(read, actor, id), services.now())
})

/** Deletes an upload that no link has. Its bytes are free immediately. */
export const cancelUpload = action(contract.cancelUpload, async ({ services, actor }, { upload_id: id }) => {
  const upload = await findOwnUpload(services.db.read, actor, id)
  if (!(await cancelNow(services, upload))) refuse('files.uploadNotFound')
  return {}
})

/**
 * Ends an upload, and removes what it has stored. The sweep does so again, because a part may be arriving, and deletes
 * the row.
 * @returns false when a link has it
 */
export async function cancelNow(
  services: Pick<CommonServices, 'db' | 'fileStore' | 'now'>,
  { id, owner_id: ownerId }: Pick<UploadRow, 'id' | 'owner_id'>,
): Promise<boolean> {
  const ended = await services.db.write(async tx => {
    await lockOwners(tx, [ownerId])
    const upload = await findUpload(tx, id)
    if (upload?.state === 'open' || upload?.state === 'ready') await endUploads(tx, [upload], services.now())
    return findUpload(tx, id)
  })
  if (ended && hasEnded(ended, services.now())) await removeParts(services, [ended]).catch(() => undefined)
  return ended?.state !== 'claimed'
}

/** Returns an upload in its wire format, with the parts that arrived. */
export async function presentUpload(db: Queries, upload: UploadRow, now: number): Promise<UploadState> {
  const parts = await listParts(db, upload.id)
  return {
    upload_id: upload.id,
    url: `/files/uploads/${upload.id}`,
    size: upload.size,
    part_size: upload.part_size,
    parts: parts.map(part => part.number),
    state: isExpired(upload, now) ? 'expired' : upload.state,
  }
}

/** Returns the number of parts of an upload. */
export function countParts({ size, part_size: partSize }: Pick<UploadRow, 'size' | 'part_size'>): number {
  return Math.ceil(size / partSize)
}

/** Returns the length of a part in bytes; its number is valid. */
export function toPartLength(
  { size, part_size: partSize }: Pick<UploadRow, 'size' | 'part_size'>,
  number: number,
): number {
  return Math.min(partSize, size - (number - 1) * partSize)
}

type Lasting = Pick<UploadRow, 'state' | 'expires_at'>

/** Returns whether an upload has ended by time. The sweep records it later. */
function isExpired({ state, expires_at: expiresAt }: Lasting, now: number): boolean {
  return (state === 'open' || state === 'ready') && expiresAt <= now
}

/** Returns whether an upload was cancelled or has expired. */
export function hasEnded(upload: Lasting, now: number): boolean {
  return upload.state === 'cancelled' || upload.state === 'expired' || isExpired(upload, now)
}
