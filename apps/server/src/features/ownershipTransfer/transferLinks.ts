import { assertDefined } from '@nestmark/core/assertDefined'
import { tagKey } from '@nestmark/core/words/tagKey'
import type { Tx } from '../../db/db.ts'
import { reindexPages } from '../copies/reading/pageTexts.ts'
import { indexSearchable } from '../links/words/linkText.ts'
import { lockSearchableLinks } from '../links/words/searchableStore.ts'
import { addToTagCounts, ensureTags, tagsByKey } from '../tags/store.ts'
import {
  allTagsOfLinks,
  linksInside,
  removeTags,
  replaceTags,
  setOwnerOfLinks,
  setOwnerOfPictures,
  type TransferredLink,
} from './linkStore.ts'

/** The number of links per statement, with a pause after each, so that the process can answer other requests. */
const linksAtOnce = 500
/** Lets the process answer other requests. */
export const yieldToEventLoop = () => new Promise<void>(go => setImmediate(go))

interface Owners {
  from: string
  to: string
}

/**
 * Transfers the links of these collections: the rows, their tags by the same names, their short addresses.
 * @returns the keys of the links in parts, for `refreshLinks`
 */
export async function transferLinks(
  tx: Tx,
  collections: readonly string[],
  owners: Owners,
): Promise<number[][]> {
  const parts: number[][] = []
  const tags = new Map<number, number>()
  const all = await linksInside(tx, collections)
  for (let at = 0; at < all.length; at += linksAtOnce) {
    const rows = all.slice(at, at + linksAtOnce)
    await setOwnerOfLinks(tx, rows, owners.to)
    await moveTags(tx, rows, owners, tags)
    parts.push(rows.map(row => row.seq))
    await yieldToEventLoop()
  }
  return parts
}

/**
 * Replaces tags by those of the new owner with the same names.
 * @param known the new owner's tag of each, found so far
 */
async function moveTags(
  tx: Tx,
  rows: readonly TransferredLink[],
  { to }: Owners,
  known: Map<number, number>,
): Promise<void> {
  const seqs = rows.map(row => row.seq)
  const tagged = await allTagsOfLinks(tx, seqs)
  if (tagged.length === 0) return
  const names = new Map(
    tagged.filter(row => !row.deleted && !known.has(row.tag)).map(row => [row.tag, row.name]),
  )
  if (names.size > 0) {
    await ensureTags(tx, to, [...names.values()])
    const theirs = await tagsByKey(tx, to, [...names.values()].map(tagKey))
    for (const [seq, name] of names) known.set(seq, assertDefined(theirs.get(tagKey(name)), 'tag').seq)
  }
  // Deleted or merged tags can be restored only on links that still belong to the same owner.
  const deletedTags = [...new Set(tagged.filter(row => row.deleted).map(row => row.tag))]
  await removeTags(tx, seqs, deletedTags)
  const tagAfter = (tag: number) => assertDefined(known.get(tag), 'tag')
  const movedTags = [...new Set(tagged.filter(row => !row.deleted).map(row => row.tag))]
  await replaceTags(
    tx,
    seqs,
    movedTags.map(tag => [tag, tagAfter(tag)]),
    to,
  )
  const live = new Set(rows.filter(row => row.live).map(row => row.seq))
  const counts = new Map<number, number>()
  const add = (tag: number, by: number) => counts.set(tag, (counts.get(tag) ?? 0) + by)
  for (const row of tagged) {
    if (!live.has(row.link)) continue
    add(row.tag, -1)
    if (!row.deleted) add(tagAfter(row.tag), 1)
  }
  await addToTagCounts(tx, counts)
}

/** Updates the search index and the pictures of links to their owner. Idempotent. */
export async function refreshLinks(tx: Tx, to: string, seqs: readonly number[], at: number): Promise<void> {
  await indexSearchable(tx, await lockSearchableLinks(tx, seqs), [], at)
  await reindexPages(tx, to, seqs)
  await setOwnerOfPictures(tx, seqs, to)
  await yieldToEventLoop()
}
