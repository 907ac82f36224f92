import { getLink } from '@nestmark/contract/links/links'
import type { Link } from '@nestmark/contract/shapes'
import { client } from '../../lib/api/client.ts'
import { live } from '../../lib/liveUpdates/isLive.ts'
import { patchLinks } from './data.ts'

const delays = [1500, 3000, 6000, 12_000]

/**
 * Polls a saved link a few times until the server has fetched its picture and empty fields, so that its card shows
 * them.
 */
export async function pollScrapedData(saved: Link): Promise<void> {
  // The server does not read the pages of encrypted links.
  if (saved.enc === 1 || saved.link === '' || saved.thumbnail !== '') return
  for (const delay of delays) {
    await new Promise(resolve => setTimeout(resolve, delay))
    // The event stream delivers the update.
    if (live.get()) return
    try {
      const { link } = await client.call(getLink, { link_id: saved._id })
      if (link.thumbnail === saved.thumbnail && link.is_scraped === saved.is_scraped) continue
      return patchLinks(saved._id, link)
    } catch {
      // Deleted or no connection: the card is not updated.
      return
    }
  }
}
