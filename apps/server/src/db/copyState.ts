import type { CopyRow } from './tables/copyTables.ts'
import type { Tx } from './db.ts'

/** Changes what is known about the copies of a link, or adds it. */
export async function setCopy(
  tx: Tx,
  linkId: string,
  change: Partial<Omit<CopyRow, 'link_id'>>,
): Promise<void> {
  await tx
    .insertInto('copies')
    .values({
      link_id: linkId,
      keep: null,
      state: 'none',
      fault: null,
      address: null,
      tried_at: null,
      checked_at: null,
      ...change,
    })
    .onConflict(conflict => conflict.column('link_id').doUpdateSet({ link_id: linkId, ...change }))
    .execute()
}
