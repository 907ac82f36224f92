import { pluck } from '@nestmark/core/pluck'
import type { LinkWithRole } from '../../../access/roles.ts'
import type { Tx } from '../../../db/db.ts'
import { countTagsOfLinks } from '../store.ts'

/** Returns true for live links: neither the link nor its collection is in the trash. */
export const isLive = (link: LinkWithRole) => link.trashed_at === null && link.collectionTrashedBy === null

/** Updates the tag counters for links that appear (1) or disappear (-1). */
export async function countTags(tx: Tx, links: readonly LinkWithRole[], by: 1 | -1): Promise<void> {
  if (links.length === 0) return
  await countTagsOfLinks(tx, pluck(links, 'seq'), by)
}
