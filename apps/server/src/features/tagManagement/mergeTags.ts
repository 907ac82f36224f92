import * as contract from '@nestmark/contract/tags'
import { assertDefined } from '@nestmark/core/assertDefined'
import { grantTags, grantTag } from '../../access/grant.ts'
import { refuse } from '../../access/refuse.ts'
import { lockTree } from '../../db/dialect.ts'
import { action } from '../../calls/action.ts'
import { mergeTagsInRules } from '../rules/renameTags.ts'
import { presentTag } from '../tags/listTags.ts'
import { clearLater, updateSearchIndex } from './reindex.ts'
import { copyLinksToTag, hideTags } from './store.ts'

/** Merges tags into another one: links with any of them get that tag, and the merged ones are deleted. */
export const mergeTags = action(contract.mergeTags, async (call, input) => {
  const ids = input.tags.filter(id => id !== input.into)
  if (ids.length === 0) refuse('tags.noneChosen')
  const { actor, services } = call
  const done = await services.db.write(async tx => {
    await lockTree(tx, actor.personId)
    const granted = await grantTags(tx, actor, [...ids, input.into])
    const into = assertDefined(granted.tags.find(tag => tag.id === input.into))
    const merged = granted.tags.filter(tag => tag !== into)
    const seqs = merged.map(tag => tag.seq)
    await copyLinksToTag(tx, granted, seqs, into.seq)
    await hideTags(tx, granted, seqs, services.now(), into.seq)
    await mergeTagsInRules(tx, actor.personId, merged, into.name)
    const job = await updateSearchIndex(tx, call, merged)
    await clearLater(tx, call)
    const { tag } = await grantTag(tx, actor, input.into)
    return { changed: seqs.length, tag: presentTag(tag), ...(job && { job }) }
  })
  services.jobs.wake()
  return done
})
