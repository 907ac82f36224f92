import { getCopy } from '@nestmark/contract/reading/copies'
import { getLink } from '@nestmark/contract/links/links'
import { isInaccessible, isUnreachable } from '../../../lib/api/client.ts'
import { queryOptions } from '../../../lib/api/operations.ts'
import { queryClient } from '../../../lib/api/queryClient.ts'
import { hasKeepablePage } from '../../links/detail/linkCopies.ts'
import { storeVersion } from '../readArticle.ts'
import { deleteRemovedFavourites, deleteStoredArticles, maxFavourites } from './storedArticles.ts'

/** The pause between two links, in milliseconds: the calls of the user go first. */
const pause = 200

/**
 * Stores the articles of the newest favourite links on this device, one after another. Stops without a connection.
 * @param linkIds the oldest favourite first
 * @param handled the links that are stored or have nothing to store; the function adds to them
 */
export async function storeFavourites(
  linkIds: readonly string[],
  handled: Set<string>,
  signal: AbortSignal,
): Promise<void> {
  for (const linkId of linkIds.slice(-maxFavourites)) {
    if (handled.has(linkId)) continue
    if (signal.aborted) return
    try {
      if (await storeNewest(linkId, signal)) handled.add(linkId)
    } catch (error) {
      if (isUnreachable(error)) return
      if (isInaccessible(error)) await deleteStoredArticles(linkId)
    }
    await new Promise(resolve => setTimeout(resolve, pause))
  }
}

/**
 * Removes the articles of links that are no longer among the newest favourites, unless the user has opened them.
 * @param handled as of `storeFavourites`; the function removes from them
 */
export async function dropRemovedFavourites(linkIds: readonly string[], handled: Set<string>): Promise<void> {
  const favourites = new Set(linkIds.slice(-maxFavourites))
  for (const linkId of handled) if (!favourites.has(linkId)) handled.delete(linkId)
  await deleteRemovedFavourites(favourites)
}

/**
 * Stores the newest article of a link, with the answers that its page shows.
 * @returns false when the page has no copy yet
 */
async function storeNewest(link_id: string, signal: AbortSignal): Promise<boolean> {
  const link = await queryClient.fetchQuery(queryOptions(getLink, { link_id }, { quiet: true }))
  if (!hasKeepablePage(link.link)) return true
  const { versions } = await queryClient.fetchQuery(queryOptions(getCopy, { link_id }, { quiet: true }))
  const [newest] = versions
  if (newest) await storeVersion(link_id, newest, signal)
  return newest !== undefined
}
