import type { Tx } from '../../../db/db.ts'
import { uploadMs } from './openUpload.ts'
import { addBytes, noChange } from '../storage/storageStore.ts'
import { findUpload, setUpload } from './uploadStore.ts'

/** Ends the upload of a page that was read, and frees its reserved bytes. The row of its owner is locked. May be repeated. */
export async function claimPage(tx: Tx, id: string, now: number): Promise<void> {
  const upload = await findUpload(tx, id)
  if (upload?.state !== 'open') return
  await setUpload(tx, id, { state: 'claimed', expires_at: now + uploadMs })
  await addBytes(tx, new Map([[upload.owner_id, { ...noChange(), reserved: -upload.size }]]))
}
