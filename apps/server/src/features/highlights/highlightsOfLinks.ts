import type { Highlight } from '@nestmark/contract/reading/highlightShapes'
import type { Queries, Tx } from '../../db/db.ts'
import { listHighlights, presentHighlight } from './highlightStore.ts'
import { toFileKey, toLinkKey, toPageKey } from './pages/pageKey.ts'
import { findPages, openPage, readOwner } from './pages/pageStore.ts'
import { lockPages, recountOrDelete, setHighlights } from './changeStore.ts'
import { indexPage } from './pages/indexPage.ts'
import { isSameHighlight, maxOfPage, toTarget } from './pages/pageRules.ts'

/** A link as far as its highlights are found by it. */
interface LinkOfPage {
  id: string
  address: string
  key_id: string | null
}

/** Returns the key of the page of a link, by which a person's highlights are found. */
export function keyOfLink({ id, address, key_id: keyId }: LinkOfPage): string {
  if (keyId !== null) return toLinkKey(id)
  return address === '' ? toFileKey(id) : toPageKey(address)
}

/** Returns a person's highlights of links, by the ids of the links. Several links with one address have the same. */
export async function listHighlightsOfLinks(
  db: Queries,
  ownerId: string,
  links: readonly LinkOfPage[],
): Promise<Map<string, Highlight[]>> {
  const keys = links.map(keyOfLink)
  const pages = await findPages(db, ownerId, [...new Set(keys)])
  const ids = new Map(pages.map(page => [page.page_key, page.id]))
  const highlights = Map.groupBy(await listHighlights(db, [...ids.values()]), each => each.page_id)
  return new Map(
    links.flatMap(({ id }, nth) => {
      const found = highlights.get(ids.get(keys[nth] ?? '') ?? '')
      return found ? [[id, found.map(presentHighlight)] as const] : []
    }),
  )
}

/**
 * Moves highlights of a person from the page of one address to that of another, as many as fit there. Those that the other
 * page has already stay.
 * @param ids moves only these
 * @returns the ids of the moved ones
 */
export async function moveHighlights(
  tx: Tx,
  personId: string,
  addresses: { from: string; to: string },
  at: number,
  ids?: readonly string[],
): Promise<string[]> {
  const [from, to] = [toPageKey(addresses.from), toPageKey(addresses.to)]
  if (from === to) return []
  // In the order of the keys, so that two transactions cannot deadlock.
  const source = (await lockPages(tx, personId, 'page_key', [from, to])).find(page => page.page_key === from)
  if (!source) return []
  const chosen = (await listHighlights(tx, [source.id])).filter(
    each => each.sealed === null && (ids === undefined || ids.includes(each.id)),
  )
  if (chosen.length === 0) return []
  const page = await openPage(tx, personId, toTarget(addresses.to, source.title), at)
  const there = await listHighlights(tx, [page.id])
  const room = maxOfPage((await readOwner(tx, personId)).plan) - there.length
  const moved = chosen
    .filter(each => !there.some(other => isSameHighlight(each, other)))
    .slice(0, Math.max(0, room))
    .map(each => ({ ...each, page_id: page.id }))
  await setHighlights(tx, moved)
  await indexPage(tx, page, moved)
  await recountOrDelete(tx, [source.id, page.id])
  return moved.map(each => each.id)
}
