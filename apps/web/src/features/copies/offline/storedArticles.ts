import { articleCache } from '../../../lib/browser/storage.ts'
import { hashSession } from '../../../lib/browser/token.ts'

/**
 * The articles that were opened on this device, and in the installed app those of favourite links, for reading without
 * the network. They are removed at the end of the session, and when the user may not see the page any more. Pages
 * without https have no such store, and no page to open without the network either.
 */

/** The number of favourite links whose articles are stored. */
export const maxFavourites = 50
/** Half of them are for articles that were opened. */
const maxArticles = 2 * maxFavourites
/** In characters. */
const maxLength = 60_000_000
const lengthHeader = 'x-length'
/** Marks an article that nobody has opened: it is stored because its link is a favourite. */
const favouriteHeader = 'x-favourite'

/** Returns the address of an article in the cache; null when no user is signed in. */
function toKey(linkId: string, version: string): string | null {
  const session = hashSession()
  return session && `/stored-articles/${session}/${encodeURIComponent(linkId)}/${version}`
}

const open = (): Promise<Cache> | undefined => globalThis.caches?.open(articleCache)

/**
 * Stores an article as the newest one, and removes the oldest beyond the limits.
 * @param reason why it is stored
 */
export async function storeArticle(
  linkId: string,
  version: string,
  html: string,
  reason: 'opened' | 'favourite',
): Promise<void> {
  const key = toKey(linkId, version)
  const cache = await open()
  if (!key || !cache) return
  const headers = {
    [lengthHeader]: String(html.length),
    ...(reason === 'favourite' && { [favouriteHeader]: '1' }),
  }
  // The keys are in the order in which they were added. This replaces an earlier one in one step: a page that is closed
  // between two steps would lose the article.
  await cache.put(key, new Response(html, { headers }))
  const keys = await cache.keys()
  let [articles, length] = [0, 0]
  for (const request of keys.toReversed()) {
    articles++
    length += Number((await cache.match(request))?.headers.get(lengthHeader))
    if (articles > maxArticles || length > maxLength) await cache.delete(request)
  }
}

/** Returns a stored article; undefined without one. */
export async function readStoredArticle(linkId: string, version: string): Promise<string | undefined> {
  const key = toKey(linkId, version)
  const found = key && (await (await open())?.match(key))
  return found ? found.text() : undefined
}

/** Removes the articles that are stored only because their links were favourites. @param favourites the IDs of those that still are */
export async function deleteRemovedFavourites(favourites: ReadonlySet<string>): Promise<void> {
  const session = hashSession()
  const cache = await open()
  if (!session || !cache) return
  for (const request of await cache.keys()) {
    const [, , owner, linkId = ''] = new URL(request.url).pathname.split('/')
    if (owner !== session || favourites.has(decodeURIComponent(linkId))) continue
    if ((await cache.match(request))?.headers.has(favouriteHeader)) await cache.delete(request)
  }
}

/** Removes the articles of a link. */
export async function deleteStoredArticles(linkId: string): Promise<void> {
  const prefix = toKey(linkId, '')
  const cache = await open()
  if (!prefix || !cache) return
  for (const request of await cache.keys())
    if (new URL(request.url).pathname.startsWith(prefix)) await cache.delete(request)
}
