import type { Queries, Tx } from '../../db/db.ts'
import type { SavedSearchRow } from '../../db/tables/tables.ts'

/** Returns a person's saved searches, the oldest first. */
export function selectSavedSearches(db: Queries, personId: string): Promise<SavedSearchRow[]> {
  return db
    .selectFrom('saved_searches')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Inserts a saved search. */
export async function insertSavedSearch(tx: Tx, row: SavedSearchRow): Promise<void> {
  await tx.insertInto('saved_searches').values(row).execute()
}

/** Deletes the saved searches that an import created. */
export async function removeImportedSearches(tx: Tx, importId: string): Promise<void> {
  await tx.deleteFrom('saved_searches').where('import_id', '=', importId).execute()
}

/** Renames a saved search of the person; returns undefined when there is none. */
export function changeSavedSearch(
  tx: Tx,
  personId: string,
  id: string,
  name: string,
): Promise<SavedSearchRow | undefined> {
  return tx
    .updateTable('saved_searches')
    .set({ name })
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .returningAll()
    .executeTakeFirst()
}

/** Deletes a saved search of the person; returns false when there is none. */
export async function removeSavedSearch(tx: Tx, personId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('saved_searches')
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
