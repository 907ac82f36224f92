import { getSingleLink } from '@nestmark/contract/links'
import type { Link } from '@nestmark/contract/shapes'
import { client } from '../../lib/api/client.ts'
import { live } from '../../lib/liveUpdates/live.ts'
import { patchLinks } from './data.ts'

const looks = [1500, 3000, 6000, 12_000]

/**
 * A link that was just saved is filled in by the server: picture, and what was left empty. It is looked at a few
 * times, so that its card shows that without being asked.
 */
export async function watchFillIn(saved: Link): Promise<void> {
  if (saved.link === '' || saved.thumbnail !== '') return
  for (const pause of looks) {
    await new Promise(go => setTimeout(go, pause))
    // The event stream tells of it.
    if (live.get()) return
    try {
      const { link } = await client.call(getSingleLink, { link_id: saved._id })
      if (link.thumbnail === saved.thumbnail && link.is_scraped === saved.is_scraped) continue
      return patchLinks(saved._id, link)
    } catch {
      // Gone, or no connection: the card stays as it is.
      return
    }
  }
}
