import type { Rule } from '@nestmark/core/rules'
import { tagKey } from '@nestmark/core/words/tagKey'
import type { Tx } from '../../db/db.ts'
import { distinctNames } from '../tags/store.ts'
import { changeRule, readContent, readMerges, selectRules, type TagMerge, writeContent } from './store.ts'

/** How many merges of tags a rule remembers. An edit of the rule forgets them. */
const maxMerges = 20

type RuleTags = TagMerge['before']

/**
 * Gives a tag another name in the rules of its owner, because rules name tags. The transaction must have the lock on the
 * owner's row.
 */
export async function renameTagInRules(tx: Tx, personId: string, from: string, to: string): Promise<void> {
  const rename = renaming([tagKey(from)], to)
  await changeTags(tx, personId, (tags, merges) => [
    mapTags(tags, rename),
    merges.map(merge => ({
      merged: merge.merged,
      into: rename(merge.into),
      before: mapTags(merge.before, rename),
      after: mapTags(merge.after, rename),
    })),
  ])
}

/**
 * Replaces tags that are merged into another one in the rules of their owner. The rules remember what they named before.
 * The transaction must have the lock on the owner's row.
 * @param into the name of the tag that stays
 */
export async function mergeTagsInRules(
  tx: Tx,
  personId: string,
  tags: readonly { id: string; name: string }[],
  into: string,
): Promise<void> {
  const merged = tags.map(({ id, name }): [string, string] => [id, tagKey(name)])
  const rename = renaming(
    merged.map(([, key]) => key),
    into,
  )
  await changeTags(tx, personId, (before, merges) => {
    const after = mapTags(before, rename)
    return areEqual(before, after)
      ? [before, merges]
      : [after, [...merges, { merged, into, before, after }].slice(-maxMerges)]
  })
}

/**
 * Gives rules the tags back that they named before these were merged, where their tags were not changed since. The
 * transaction must have the lock on the owner's row.
 * @param ids of the tags that are restored
 */
export async function unmergeTagsInRules(tx: Tx, personId: string, ids: readonly string[]): Promise<void> {
  const restored = new Set(ids)
  await changeTags(tx, personId, (tags, merges) => {
    const index = merges.findLastIndex(({ merged }) => merged.some(([id]) => restored.has(id)))
    const merge = merges[index]
    if (!merge || !areEqual(tags, merge.after)) return [tags, merges]
    const merged = merge.merged.filter(([id]) => !restored.has(id))
    const after = mapTags(
      merge.before,
      renaming(
        merged.map(([, key]) => key),
        merge.into,
      ),
    )
    const rest = merged.length === 0 ? [] : [{ ...merge, merged, after }]
    return [after, merges.toSpliced(index, 1, ...rest)]
  })
}

/** Changes the tags of a person's rules, of which there are at most 50, and what they remember of merges. */
async function changeTags(
  tx: Tx,
  personId: string,
  change: (tags: RuleTags, merges: readonly TagMerge[]) => [RuleTags, readonly TagMerge[]],
): Promise<void> {
  for (const row of await selectRules(tx, personId)) {
    const { conditions, actions } = readContent(row)
    const [{ tag, tags }, merges] = change({ tag: conditions.tag, tags: actions.tags }, readMerges(row))
    const changed: Rule = {
      conditions: { ...conditions, ...(tag !== undefined && { tag }) },
      actions: { ...actions, ...(tags && { tags }) },
    }
    const columns = writeContent(changed, merges)
    if (columns.conditions !== row.conditions || columns.actions !== row.actions)
      await changeRule(tx, personId, row.id, columns)
  }
}

function renaming(keys: readonly string[], to: string): (name: string) => string {
  const known = new Set(keys)
  return name => (known.has(tagKey(name)) ? to : name)
}

const mapTags = ({ tag, tags }: RuleTags, rename: (name: string) => string): RuleTags => ({
  tag: tag === undefined ? undefined : rename(tag),
  tags: tags && distinctNames(tags.map(rename)),
})

const areEqual = (a: RuleTags, b: RuleTags) =>
  JSON.stringify([a.tag, a.tags]) === JSON.stringify([b.tag, b.tags])
