import type { Rule } from '@nestmark/core/rules'
import { tagKey } from '@nestmark/core/tagKey'
import type { Tx } from '../../db/db.ts'
import { distinctNames } from '../tags/store.ts'
import { changeRule, readContent, selectRules, writeContent } from './store.ts'

/**
 * Gives tags another name in the rules of their owner, because rules name tags: a tag that was renamed, or tags that were
 * merged into one. The transaction must have the lock on the owner's row.
 */
export async function renameTagsInRules(
  tx: Tx,
  personId: string,
  from: readonly string[],
  to: string,
): Promise<void> {
  const keys = new Set(from.map(tagKey))
  const rename = (name: string) => (keys.has(tagKey(name)) ? to : name)
  // At most 50 rules, of which few name the tag.
  for (const row of await selectRules(tx, personId)) {
    const { conditions, actions } = readContent(row)
    const { tag } = conditions
    const { tags } = actions
    const renamed: Rule = {
      conditions: { ...conditions, ...(tag !== undefined && { tag: rename(tag) }) },
      actions: { ...actions, ...(tags && { tags: distinctNames(tags.map(rename)) }) },
    }
    const columns = writeContent(renamed)
    if (columns.conditions !== row.conditions || columns.actions !== row.actions)
      await changeRule(tx, personId, row.id, columns)
  }
}
