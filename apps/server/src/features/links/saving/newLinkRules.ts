import { compileRules } from '@nestmark/core/rules'
import type { Actor } from '../../../access/actor.ts'
import type { CollectionWithRole } from '../../../access/roles.ts'
import type { Tx } from '../../../db/db.ts'
import { withPossibleMoves } from '../../rules/checkRule.ts'
import { readContent, selectRules } from '../../rules/store.ts'
import { distinctNames } from '../../tags/store.ts'
import { changeTexts, type LinkDraft } from './draft.ts'

/** A link that is about to be saved. */
interface NewItem {
  draft: LinkDraft
  tags: readonly string[]
  /** The title is a placeholder: rules for the title wait for that of the page. */
  scraped: boolean
  /** Present where rules apply: not to what others suggest, to encrypted links, or to imported ones. */
  rules?: { feed: string | null } | undefined
}

/** What rules have made of a new link. */
export interface RuledItem {
  draft: LinkDraft
  tags: readonly string[]
  collectionId: string
  isFavourite: boolean
  /** True where rules for the title follow once that is known. */
  hasRules: boolean
}

/**
 * Applies the rules of a person to links that they are about to save in their own library.
 * @param collection where the links are saved
 */
export async function applyRulesToNew(
  tx: Tx,
  actor: Actor,
  collection: Pick<CollectionWithRole, 'id' | 'role' | 'ownerRules'>,
  items: readonly NewItem[],
): Promise<RuledItem[]> {
  const hasRules = collection.role === 'owner' && collection.ownerRules && items.some(item => item.rules)
  const rows = hasRules ? await selectRules(tx, actor.personId) : []
  const active = rows.filter(row => row.active === 1).map(readContent)
  const match = compileRules(await withPossibleMoves(tx, actor, active))
  return items.map(({ draft, tags, scraped, rules }) => {
    const names = distinctNames(tags)
    const link = { ...draft, title: scraped ? null : draft.title, tags: names, favourite: false }
    const change = hasRules && rules ? match({ ...link, collection: collection.id, feed: rules.feed }) : null
    return {
      draft: change ? changeTexts(draft, change) : draft,
      tags: [...names, ...(change?.tags ?? [])],
      collectionId: change?.collection ?? collection.id,
      isFavourite: change?.favourite === true,
      hasRules: hasRules && rules !== undefined,
    }
  })
}
