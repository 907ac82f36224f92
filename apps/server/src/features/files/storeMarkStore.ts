import type { Queries, Tx } from '../../db/db.ts'

/** Returns the mark of the store that the library has its files in; null while none is known. */
export async function findStoreMark(db: Queries): Promise<string | null> {
  const row = await db.selectFrom('file_store').select('store_id').executeTakeFirst()
  return row?.store_id ?? null
}

/** Records the mark of the store when none is known, or while no bytes are stored. Returns the known one. */
export async function setStoreMark(tx: Tx, mark: string): Promise<string | null> {
  const known = await findStoreMark(tx)
  const blob = await tx.selectFrom('blobs').select('id').limit(1).executeTakeFirst()
  if (known !== null && blob) return known
  await tx.updateTable('file_store').set({ store_id: mark }).execute()
  return mark
}

/** Forgets the mark, so that the next start records that of its store. */
export async function forgetStoreMark(tx: Tx): Promise<void> {
  await tx.updateTable('file_store').set({ store_id: null }).execute()
}
