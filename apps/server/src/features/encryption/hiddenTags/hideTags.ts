import { refuse } from '../../../access/refuse.ts'
import type { Tx } from '../../../db/db.ts'
import { lockOwners } from '../../uploads/storage/storageStore.ts'
import { clearTags } from '../../links/words/hiddenTags.ts'
import { type LinkTag, tagsOfLinks } from '../../links/words/linkTagStore.ts'
import type { ChangedLink } from '../links/linkChanges.ts'
import { clearTagsOfWebhooks, purgeLater } from '../wiping/wipeTexts.ts'

/**
 * Removes the tags of links whose collection keeps them inside the encryption, and what connects their names with the links:
 * undo records, activity and webhooks (ENC-12, E02). A job that adds tags names its links until it ends.
 * @param changed the links that a call encrypts, or encrypts again
 * @returns the tags that the links had, by the key of the link
 * @throws Refused 'encryption.tagsHidden' when the browser has not moved the tags of a link into its description
 */
export async function hideTags(
  tx: Tx,
  changed: readonly ChangedLink[],
  at: number,
): Promise<Map<number, LinkTag[]>> {
  if (changed.length === 0) return new Map()
  const links = changed.map(({ link }) => link)
  const tagged = await tagsOfLinks(
    tx,
    links.map(link => link.seq),
  )
  const isOutside = ({ link, change }: ChangedLink) =>
    tagged.has(link.seq) && !('tags_inside' in change && change.tags_inside === 1)
  if (changed.some(isOutside)) refuse('encryption.tagsHidden')
  await lockOwners(tx, [...new Set(links.map(link => link.owner_id))])
  await clearTags(tx, links)
  for (const [ownerId, own] of Map.groupBy(links, link => link.owner_id))
    await clearTagsOfWebhooks(tx, ownerId, new Set(own.map(link => link.id)))
  await purgeLater(tx, at)
  return tagged
}
