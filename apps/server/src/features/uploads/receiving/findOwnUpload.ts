import type { Actor } from '../../../access/actor.ts'
import { refuse } from '../../../access/refuse.ts'
import type { Queries } from '../../../db/db.ts'
import type { UploadRow } from '../../../db/tables/fileTables.ts'
import { findUpload } from './uploadStore.ts'

/**
 * Returns an upload of the caller.
 * @throws Refused 'files.uploadNotFound' for a missing one and for that of another person
 */
export async function findOwnUpload(db: Queries, actor: Actor, id: string): Promise<UploadRow> {
  const upload = await findUpload(db, id)
  return upload?.person_id === actor.personId ? upload : refuse('files.uploadNotFound')
}
