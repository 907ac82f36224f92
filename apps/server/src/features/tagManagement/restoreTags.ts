import * as contract from '@nestmark/contract/tags'
import { tagKey } from '@nestmark/core/words/tagKey'
import { grantTags } from '../../access/grant.ts'
import { refuse } from '../../access/refuse.ts'
import { lockTree } from '../../db/dialect.ts'
import { action } from '../../calls/action.ts'
import { unmergeTagsInRules } from '../rules/renameTags.ts'
import { tagsByKey } from '../tags/store.ts'
import { clearLater, updateSearchIndex } from './reindex.ts'
import { copyLinksToTag, hideTags, showTags, unmergeTags } from './store.ts'

/** Restores deleted or merged tags on their previous links. If another tag has the name now, the links get that one. */
export const restoreTags = action(contract.restoreTags, async (call, input) => {
  if (input.tags.length === 0) refuse('tags.noneChosen')
  const { actor, services } = call
  const done = await services.db.write(async tx => {
    await lockTree(tx, actor.personId)
    const granted = await grantTags(tx, actor, input.tags, 'deleted')
    const { tags } = granted
    await unmergeTags(
      tx,
      granted,
      tags.flatMap(({ seq, merged_into: into }) => (into === null ? [] : [{ seq, into }])),
    )
    await unmergeTagsInRules(
      tx,
      actor.personId,
      tags.map(tag => tag.id),
    )
    const keys = tags.map(tag => tagKey(tag.name))
    const taken = await tagsByKey(tx, actor.personId, keys)
    const free = tags.filter(tag => !taken.has(tagKey(tag.name)))
    await showTags(tx, granted, free)
    for (const tag of tags) {
      const other = taken.get(tagKey(tag.name))
      if (!other) continue
      await copyLinksToTag(tx, granted, [tag.seq], other.seq)
      await hideTags(tx, granted, [tag.seq], services.now(), other.seq)
    }
    if (free.length < tags.length) await clearLater(tx, call)
    const job = await updateSearchIndex(tx, call, tags)
    return { changed: tags.length, ...(job && { job }) }
  })
  services.jobs.wake()
  return done
})
