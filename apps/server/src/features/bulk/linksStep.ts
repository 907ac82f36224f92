import { sql } from 'kysely'
import { grantCollection, grantWhatIsThere } from '../../access/grant.ts'
import type { Tx } from '../../db/db.ts'
import type { BulkPayload } from '../../undo/bulk.ts'
import { type Batch, favouriteBatch, moveBatch, restoreBatch, trashBatch } from '../links/batches.ts'
import { openEvery } from '../links/linkSet.ts'
import { tagBatch } from '../links/tagBatch.ts'
import { deleteGranted, deleteTrashed } from '../trash/deleteForGood.ts'
import { trashedSeqs } from '../trash/store.ts'
import type { Step } from './step.ts'

/** Links of one transaction: long enough to be fast, short enough that nobody waits for it. */
const batchSize = 500
/** Tagging writes the search index anew, which takes longer. */
const tagBatchSize = 200

/** The next batch of a deed with links. */
export async function linksStep(tx: Tx, payload: BulkPayload, deed: string): Promise<Step> {
  const size = payload.deed === 'tagLinks' ? tagBatchSize : batchSize
  // Without targets it is the whole trash, of which each batch leaves less.
  if (!payload.links) {
    const seqs = await trashedSeqs(tx, payload.actor.personId, size)
    const told = { by: payload.actor.personId, at: payload.at, batch: deed }
    const changed = await deleteTrashed(tx, seqs, told)
    return { changed, left: 0, seen: changed, next: seqs.length < size ? undefined : 'again' }
  }
  const { ids, next } = await nextIds(tx, payload, size)
  const changed = await doWith(tx, payload, { actor: payload.actor, at: payload.at, deed }, ids)
  return { changed: changed.n, left: ids.length - changed.n, seen: ids.length, next }
}

async function nextIds(
  tx: Tx,
  { actor, at, links, next }: BulkPayload,
  size: number,
): Promise<{ ids: string[]; next: Step['next'] }> {
  if ('ids' in links!) {
    const from = next && 'place' in next ? next.place : 0
    const ids = links.ids.slice(from, from + size)
    return { ids, next: from + size < links.ids.length ? { place: from + size } : undefined }
  }
  const { every, except, upTo } = links!
  const set = await openEvery(tx, actor, every, at)
  // By the date, which no batch changes: a link that has left the set by then is passed all the same.
  const after =
    next && 'seq' in next ? sql`and (x.created_at, x.seq) > (${next.createdAt}, ${next.seq})` : sql``
  const { rows } = await sql<{ id: string; seq: number; created_at: number }>`
    select x.id, x.seq, x.created_at ${set.rows} and x.seq <= ${upTo} ${after}
    order by x.created_at, x.seq limit ${sql.lit(size)}`.execute(tx)
  const last = rows.at(-1)
  const left = new Set(except)
  return {
    ids: rows.map(row => row.id).filter(id => !left.has(id)),
    next: last && rows.length === size ? { createdAt: last.created_at, seq: last.seq } : undefined,
  }
}

async function doWith(
  tx: Tx,
  payload: BulkPayload,
  batch: Batch,
  ids: readonly string[],
): Promise<{ n: number }> {
  const { actor, at } = payload
  switch (payload.deed) {
    case 'moveLinks': {
      const { collection } = await grantCollection(tx, actor, 'collections.add', payload.to!)
      const there = await grantWhatIsThere(tx, actor, 'links.move', ids)
      // A search finds what others share, too; that stays in its owner's tree.
      const granted = {
        ...there,
        links: there.links.filter(link => link.owner_id === collection.owner_id),
      }
      await moveBatch(tx, batch, granted, collection)
      // What lies there already has arrived, too.
      return { n: granted.links.length }
    }
    case 'trashLinks':
      return { n: await trashBatch(tx, batch, await grantWhatIsThere(tx, actor, 'links.trash', ids)) }
    case 'restoreLinks': {
      const moving = await grantWhatIsThere(tx, actor, 'links.move', ids)
      const granted = await grantWhatIsThere(tx, actor, 'links.trash', ids)
      return { n: await restoreBatch(tx, batch, granted, moving) }
    }
    case 'favouriteLinks': {
      const granted = await grantWhatIsThere(tx, actor, 'links.favourite', ids)
      await favouriteBatch(tx, batch, granted, payload.favourite!)
      return { n: granted.links.length }
    }
    case 'tagLinks': {
      const tags = { addTags: payload.addTags ?? [], dropTags: payload.dropTags ?? [] }
      return { n: await tagBatch(tx, batch, await grantWhatIsThere(tx, actor, 'links.edit', ids), tags) }
    }
    default:
      return {
        n: await deleteGranted(
          tx,
          await grantWhatIsThere(tx, actor, 'links.delete', ids),
          actor.personId,
          at,
          { deed: batch.deed },
        ),
      }
  }
}
