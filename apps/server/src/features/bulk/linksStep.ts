import { grantCollection, grantPermittedLinks } from '../../access/grant.ts'
import type { Tx } from '../../db/db.ts'
import type { LinksPayload, Targets } from '../../undo/bulkActions.ts'
import { enterCollections } from '../collections/placing/enterCollections.ts'
import { readKeyId } from '../collections/placing/keyOfCollection.ts'
import { type Batch, favouriteBatch, moveBatch, restoreBatch, trashBatch } from '../links/sets/batches.ts'
import { updateBatch } from '../brokenLinks/addressBatch.ts'
import { filterDuplicates } from '../links/saving/duplicateFilter.ts'
import { readNextOfSet } from '../links/lists/linkPageQuery.ts'
import { openEveryLink } from '../links/sets/linkSet.ts'
import { withoutHiddenTags } from '../links/words/hiddenTags.ts'
import { tagBatch } from '../links/sets/tagBatch.ts'
import { deleteGranted, deleteTrashed } from '../trash/deleteForGood.ts'
import { trashedSeqs } from '../trash/store.ts'
import type { Step } from '../../undo/step.ts'

/** Links per transaction: large enough to be fast, small enough not to delay other writers. */
const batchSize = 500
/** These actions rewrite search index entries, which takes longer. */
const tagBatchSize = 200

/** Runs the next batch of an action on links. */
export async function linksStep(tx: Tx, payload: LinksPayload, key: string): Promise<Step> {
  const rewritesWords = payload.action === 'tagLinks' || payload.action === 'updateAddresses'
  const size = rewritesWords ? tagBatchSize : batchSize
  const { links } = payload
  // Without targets the action applies to all links in the trash, whose number each batch reduces.
  if (!links) {
    const seqs = await trashedSeqs(tx, payload.actor.personId, size)
    const event = { by: payload.actor.personId, at: payload.at, batch: key }
    const changed = await deleteTrashed(tx, seqs, event)
    return { changed, left: 0, seen: changed, next: seqs.length < size ? undefined : 'again' }
  }
  const { ids, next } = await nextIds(tx, payload, links, size)
  const plainText = 'plain' in payload && payload.plain === true ? 'allow' : 'skip'
  const batch: Batch = { actor: payload.actor, at: payload.at, undo: key, plainText }
  const changed = await doWith(tx, payload, batch, ids)
  return { changed, left: ids.length - changed, seen: ids.length, next }
}

async function nextIds(
  tx: Tx,
  { actor, at, next }: LinksPayload,
  links: Targets,
  size: number,
): Promise<{ ids: string[]; next: Step['next'] }> {
  if ('ids' in links) {
    const from = next && 'position' in next ? next.position : 0
    const ids = links.ids.slice(from, from + size)
    return { ids, next: from + size < links.ids.length ? { position: from + size } : undefined }
  }
  const { every, except, upTo } = links
  const set = await openEveryLink(tx, actor, every, at)
  const after = next && 'seq' in next ? next : undefined
  const rows = await readNextOfSet(tx, set, { upTo, after, limit: size })
  const last = rows.at(-1)
  const left = new Set(except)
  return {
    ids: rows.map(row => row.id).filter(id => !left.has(id)),
    next: last && rows.length === size ? { createdAt: last.created_at, seq: last.seq } : undefined,
  }
}

/** Returns how many links were changed. */
async function doWith(tx: Tx, payload: LinksPayload, batch: Batch, ids: readonly string[]): Promise<number> {
  const { actor, at } = payload
  switch (payload.action) {
    case 'moveLinks': {
      const { collection } = await grantCollection(tx, actor, 'collections.add', payload.to)
      const there = await grantPermittedLinks(tx, actor, 'links.move', ids)
      // A search also finds shared links; those cannot leave their owner's tree.
      const able = there.links.filter(
        link =>
          link.owner_id === collection.owner_id &&
          // Encrypted links need the key of the collection (E10).
          (link.key_id === null || link.key_id === readKeyId(collection.enc_id)),
      )
      const entering = enterCollections(
        able.map(link => ({ ...link, home: link.collection_id === collection.id ? '' : collection.id })),
        new Map([[collection.id, collection.enc_id]]),
        batch.plainText,
      )
      const granted = { ...there, links: [...(await withoutHiddenTags(tx, entering, collection))] }
      await moveBatch(tx, batch, granted, collection)
      // Links that are already in the collection count as moved.
      return granted.links.length
    }
    case 'trashLinks': {
      const deletable = await filterDuplicates(tx, actor, ids, payload.kept)
      return trashBatch(tx, batch, await grantPermittedLinks(tx, actor, 'links.trash', deletable))
    }
    case 'restoreLinks': {
      const moving = await grantPermittedLinks(tx, actor, 'links.move', ids)
      const granted = await grantPermittedLinks(tx, actor, 'links.trash', ids)
      return restoreBatch(tx, batch, granted, moving)
    }
    case 'favouriteLinks': {
      const granted = await grantPermittedLinks(tx, actor, 'links.favourite', ids)
      await favouriteBatch(tx, batch, granted, payload.favourite)
      return granted.links.length
    }
    case 'updateAddresses':
      return updateBatch(tx, batch, await grantPermittedLinks(tx, actor, 'links.edit', ids))
    case 'tagLinks': {
      const granted = await grantPermittedLinks(tx, actor, 'links.edit', ids)
      return tagBatch(tx, batch, granted, payload)
    }
    default: {
      const granted = await grantPermittedLinks(tx, actor, 'links.delete', ids)
      return deleteGranted(tx, granted, actor.personId, at, { job: batch.undo })
    }
  }
}
