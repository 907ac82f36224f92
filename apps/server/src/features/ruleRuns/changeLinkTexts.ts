import { pluck } from '@nestmark/core/pluck'
import type { GrantedLinks } from '../../access/grant.ts'
import type { LinkWithRole } from '../../access/roles.ts'
import type { Tx } from '../../db/db.ts'
import { changeTexts } from '../links/saving/draft.ts'
import { tagsOfLinks } from '../links/words/linkTagStore.ts'
import { indexSearchable } from '../links/words/linkText.ts'
import { setTexts } from './textStore.ts'

/** A link with its new title or address. */
export interface TextChange {
  link: LinkWithRole
  title?: string
  address?: string
}

/**
 * Changes titles and addresses of links of one owner, and their entries of the search index. The page of a link stays the
 * same: neither is it read again, nor are its copies and highlights affected.
 * @returns the links with their new texts, in the same order
 */
export async function changeLinkTexts(
  tx: Tx,
  granted: GrantedLinks<'links.edit'>,
  changes: readonly TextChange[],
  at: number,
): Promise<LinkWithRole[]> {
  if (changes.length === 0) return []
  const changed = changes.map(({ link, ...texts }) => changeTexts(link, texts))
  await setTexts(tx, granted, changed, at)
  const tags = await tagsOfLinks(tx, pluck(changed, 'seq'))
  const toText = (link: LinkWithRole) => ({
    ...link,
    ownerId: link.owner_id,
    tags: (tags.get(link.seq) ?? []).map(each => each.tag.name),
  })
  const previous = changes.map(({ link }) => toText(link))
  await indexSearchable(tx, changed.map(toText), previous, at)
  return changed
}
