import type { Highlight } from '@nestmark/contract/reading/highlightShapes'
import type { Queries } from '../../db/db.ts'
import { listHighlights, presentHighlight } from './highlightStore.ts'
import { toFileKey, toLinkKey, toPageKey } from './pages/pageKey.ts'
import { findPages } from './pages/pageStore.ts'

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
