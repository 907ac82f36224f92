import type { Tx } from '../../../db/db.ts'
import { copyPageTexts } from '../copyStore.ts'
import { reindexPages } from './reindexPages.ts'

/**
 * Copies the texts of the documents of links to new links of an owner.
 * @param links the source of each new link, and the new link's sequence number
 */
export async function copyTexts(
  tx: Tx,
  ownerId: string,
  links: readonly { from: string; seq: number }[],
): Promise<void> {
  if (links.length > 0) await reindexPages(tx, ownerId, await copyPageTexts(tx, links))
}
