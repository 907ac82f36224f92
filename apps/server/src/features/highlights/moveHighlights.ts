import type { Tx } from '../../db/db.ts'
import { lockPages, recountOrDelete, recountPages, setHighlights } from './changeStore.ts'
import { listHighlights } from './highlightStore.ts'
import { indexPage } from './pages/indexPage.ts'
import { toPageKey } from './pages/pageKey.ts'
import { isSameHighlight, maxOfPage, toTarget } from './pages/pageRules.ts'
import { openPage, readOwner } from './pages/pageStore.ts'

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
  await recountPages(tx, [page.id])
  await recountOrDelete(tx, [source.id, page.id])
  return moved.map(each => each.id)
}
