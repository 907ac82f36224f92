import type { KeepMode } from '@nestmark/contract/copies'
import type { Tx } from './db.ts'

/**
 * Stores what is kept of the page of a link.
 * @param keep null: as its owner chose for all links
 */
export async function setCopyChoice(tx: Tx, linkId: string, keep: KeepMode | null): Promise<void> {
  await tx
    .insertInto('copies')
    .values({
      link_id: linkId,
      keep,
      state: 'none',
      fault: null,
      address: null,
      tried_at: null,
      checked_at: null,
    })
    .onConflict(conflict => conflict.column('link_id').doUpdateSet({ keep }))
    .execute()
}
