import { pageHighlights } from '@nestmark/contract/reading/highlights'
import type { Highlight } from '@nestmark/contract/reading/highlightShapes'
import type { Link } from '@nestmark/contract/shapes'
import { highlightsKey } from '@nestmark/core/addresses/url'
import { client } from '../../../lib/api/client.ts'
import { toPageTarget } from '../../../lib/highlightedPage.ts'

/**
 * Reads the person's highlights of links, by the id of the link. Of several links in plain text with the same address, the
 * first has those of the page, as the server assigns them.
 * @throws Refusal
 */
export async function readLinkHighlights(
  links: readonly Link[],
): Promise<ReadonlyMap<string, readonly Highlight[]>> {
  const found = new Map<string, readonly Highlight[]>()
  const seen = new Set<string>()
  for (const link of links) {
    const target = toPageTarget(link)
    const key = 'url' in target ? highlightsKey(target.url) : target.link_id
    if (seen.has(key)) continue
    seen.add(key)
    const page = await client.call(pageHighlights, target)
    if (page) found.set(link._id, page.data.highlights)
  }
  return found
}
