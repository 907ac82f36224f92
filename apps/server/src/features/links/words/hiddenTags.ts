import { pluck } from '@nestmark/core/pluck'
import { refuse } from '../../../access/refuse.ts'
import type { LinkWithRole } from '../../../access/roles.ts'
import type { Tx } from '../../../db/db.ts'
import { deleteTagsOfLinks, listHidingOwners, tagsOfLinks } from './linkTagStore.ts'
import { countTags, isLive } from '../lists/liveLinks.ts'

type Link = Pick<LinkWithRole, 'seq' | 'key_id'>
interface Destination {
  hide_tags: number
}

/**
 * Returns those of the links that can be in a collection with their tags: all, except encrypted ones with tags where it
 * keeps tags inside the encryption (ENC-12).
 */
export async function withoutHiddenTags<Some extends Link>(
  tx: Tx,
  links: readonly Some[],
  to: Destination,
): Promise<readonly Some[]> {
  if (to.hide_tags !== 1) return links
  const encrypted = links.filter(link => link.key_id !== null).map(link => link.seq)
  const tagged = await tagsOfLinks(tx, encrypted)
  return links.filter(link => !tagged.has(link.seq))
}

/**
 * Removes the tags that moved links may still get back: a deleted tag can be restored, and an undo record can name previous
 * ones.
 * @throws Refused 'encryption.tagsHidden' when an encrypted link has tags
 */
export async function assertNoHiddenTags(
  tx: Tx,
  links: readonly LinkWithRole[],
  to: Destination,
): Promise<void> {
  const able = await withoutHiddenTags(tx, links, to)
  if (able.length < links.length) refuse('encryption.tagsHidden')
  if (to.hide_tags !== 1) return
  await clearTags(
    tx,
    links.filter(link => link.key_id !== null),
  )
}

/** Removes all tags of links, and what connects previous ones with them: undo records and activity entries. */
export async function clearTags(tx: Tx, links: readonly LinkWithRole[]): Promise<void> {
  if (links.length === 0) return
  await countTags(tx, links.filter(isLive), -1)
  await deleteTagsOfLinks(tx, pluck(links, 'seq'))
}

/** Leaves out restored links that would get into a root collection with their tags, where it hides them. */
export async function withoutHidingRoot(
  tx: Tx,
  links: readonly LinkWithRole[],
): Promise<readonly LinkWithRole[]> {
  const homeless = links.filter(link => link.collectionTrashedBy !== null && link.key_id !== null)
  if (homeless.length === 0) return links
  const owners = await listHidingOwners(tx, [...new Set(homeless.map(link => link.owner_id))])
  const hidden = homeless.filter(link => owners.has(link.owner_id))
  const able = new Set(await withoutHiddenTags(tx, hidden, { hide_tags: 1 }))
  return links.filter(link => !hidden.includes(link) || able.has(link))
}
