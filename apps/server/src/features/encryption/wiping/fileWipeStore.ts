import { sql } from 'kysely'
import type { Tx } from '../../../db/db.ts'
import { inList } from '../../../db/dialect.ts'

/**
 * Deletes files that were removed from links and could be restored.
 * @returns their blobs
 */
export async function deleteRemovedFiles(tx: Tx, linkIds: readonly string[]): Promise<string[]> {
  if (linkIds.length === 0) return []
  const { rows } = await sql<{ blob_id: string }>`delete from removed_files
    where ${inList(tx, 'link_id', linkIds)} returning blob_id`.execute(tx)
  return [...new Set(rows.map(row => row.blob_id))]
}
