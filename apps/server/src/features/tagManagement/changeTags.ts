import * as contract from '@nestmark/contract/tags'
import { assertDefined } from '@nestmark/core/assertDefined'
import { tagKey } from '@nestmark/core/words/tagKey'
import { grantTag, grantTags } from '../../access/grant.ts'
import { refuse } from '../../access/refuse.ts'
import type { Tx } from '../../db/db.ts'
import { lockTree } from '../../db/dialect.ts'
import { action, libraryRead } from '../../calls/action.ts'
import type { Call } from '../../calls/call.ts'
import { mergeTagsInRules, renameTagInRules, unmergeTagsInRules } from '../rules/renameTags.ts'
import { presentTag } from '../tags/listTags.ts'
import { distinctNames, type TagRef, tagsByKey } from '../tags/store.ts'
import { clearLater, updateSearchIndex } from './reindex.ts'
import {
  copyLinksToTag,
  hideTags,
  renameTag,
  showTags,
  tagOfName,
  unmergeTags,
  selectLinksOfTag,
} from './store.ts'
import { createPictureAddresses } from '../../calls/pictureAddresses.ts'
import { presentLinks } from '../links/present.ts'

/**
 * Runs a change of tags in a transaction that locks the caller's tree, and then updates the search index.
 * @param change returns the changed tags with their previous names, and the response
 * @returns the response, with the job that updates the index where there is one
 */
async function runTagChange<Answer extends object>(
  call: Call,
  change: (tx: Tx) => Promise<{ changed: readonly Pick<TagRef, 'seq' | 'name'>[]; answer: Answer }>,
): Promise<Answer & { job?: string }> {
  const { actor, services } = call
  const done = await services.db.write(async tx => {
    await lockTree(tx, actor.personId)
    const { changed, answer } = await change(tx)
    const job = await updateSearchIndex(tx, call, changed)
    return { ...answer, ...(job && { job }) }
  })
  services.jobs.wake()
  return done
}

/** Renames a tag. Does not merge two tags of one name: the user decides that, see mergeTags. */
export const updateTag = action(contract.updateTag, async (call, input) => {
  const [name] = distinctNames([input.tag_name])
  if (name === undefined) return refuse('tags.nameRequired')
  const { actor } = call
  return runTagChange(call, async tx => {
    const granted = await grantTag(tx, actor, input.tag_id)
    const { tag } = granted
    const other = await tagOfName(tx, actor.personId, name)
    if (other && other.seq !== tag.seq)
      return refuse('tags.nameTaken', { data: { success: 0, tag: presentTag(other) } })
    await renameTag(tx, granted, tag.seq, name)
    await renameTagInRules(tx, actor.personId, tag.name, name)
    const answer = { success: 1 as const, tag: presentTag({ ...tag, name }) }
    return { changed: name === tag.name ? [] : [tag], answer }
  })
})

/** Deletes tags: they disappear from all links immediately, and can be restored for an hour. */
export const deleteTags = action(contract.deleteTags, async (call, input) => {
  if (input.tags.length === 0) refuse('tags.noneChosen')
  return runTagChange(call, async tx => {
    const granted = await grantTags(tx, call.actor, input.tags)
    const seqs = granted.tags.map(tag => tag.seq)
    await hideTags(tx, granted, seqs, call.services.now(), null)
    await clearLater(tx, call)
    return { changed: granted.tags, answer: { changed: seqs.length } }
  })
})

/** Merges tags into another one: links with any of them get that tag, and the merged ones are deleted. */
export const mergeTags = action(contract.mergeTags, async (call, input) => {
  const ids = input.tags.filter(id => id !== input.into)
  if (ids.length === 0) refuse('tags.noneChosen')
  const { actor, services } = call
  return runTagChange(call, async tx => {
    const granted = await grantTags(tx, actor, [...ids, input.into])
    const into = assertDefined(granted.tags.find(tag => tag.id === input.into))
    const merged = granted.tags.filter(tag => tag !== into)
    const seqs = merged.map(tag => tag.seq)
    await copyLinksToTag(tx, granted, seqs, into.seq)
    await hideTags(tx, granted, seqs, services.now(), into.seq)
    await mergeTagsInRules(tx, actor.personId, merged, into.name)
    await clearLater(tx, call)
    const { tag } = await grantTag(tx, actor, input.into)
    return { changed: merged, answer: { changed: seqs.length, tag: presentTag(tag) } }
  })
})

/** Restores deleted or merged tags on their previous links. If another tag has the name now, the links get that one. */
export const restoreTags = action(contract.restoreTags, async (call, input) => {
  if (input.tags.length === 0) refuse('tags.noneChosen')
  const { actor, services } = call
  return runTagChange(call, async tx => {
    const granted = await grantTags(tx, actor, input.tags, 'deleted')
    const { tags } = granted
    const merged = tags.flatMap(({ seq, merged_into: into }) => (into === null ? [] : [{ seq, into }]))
    await unmergeTags(tx, granted, merged)
    const ids = tags.map(tag => tag.id)
    await unmergeTagsInRules(tx, actor.personId, ids)
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
    return { changed: tags, answer: { changed: tags.length } }
  })
})

/** Returns a page of the links with a tag, newest first; the total is the tag's own counter. */
export const listLinksOfTag = action(
  contract.listLinksOfTag,
  libraryRead,
  async (call, { tag_id: id, page }) => {
    const { actor, services } = call
    const { read } = services.db
    const { tag } = await grantTag(read, actor, id)
    const rows = await selectLinksOfTag(read, actor.personId, tag.seq, page)
    return { links: presentLinks(rows, 'owner', createPictureAddresses(call)), page, total: tag.links }
  },
)
