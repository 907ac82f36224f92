import { refuse } from '../../access/refuse.ts'
import type { LinkWithRole } from '../../access/roles.ts'
import type { Tx } from '../../db/db.ts'
import { tagsOfLinks } from './linkTagStore.ts'

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

/** @throws Refused 'encryption.tagsHidden' */
export async function assertNoHiddenTags(tx: Tx, links: readonly Link[], to: Destination): Promise<void> {
  const able = await withoutHiddenTags(tx, links, to)
  if (able.length < links.length) refuse('encryption.tagsHidden')
}
