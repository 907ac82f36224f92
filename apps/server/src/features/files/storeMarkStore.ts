import type { Tx } from '../../db/db.ts'

/** Records the mark of the store when none is known. Returns the known one. */
export async function setStoreMark(tx: Tx, mark: string): Promise<string | null> {
  const known = await tx.selectFrom('file_store').select('store_id').executeTakeFirst()
  if (known?.store_id) return known.store_id
  await tx.updateTable('file_store').set({ store_id: mark }).execute()
  return mark
}

/** Forgets the mark, so that the next start records that of its store. */
export async function forgetStoreMark(tx: Tx): Promise<void> {
  await tx.updateTable('file_store').set({ store_id: null }).execute()
}
