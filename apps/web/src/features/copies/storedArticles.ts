import { articleCache } from '../../lib/storage.ts'
import { hashSession } from '../../lib/token.ts'

/**
 * The articles that were opened on this device, for reading without the network. They are removed at the end of the
 * session, and when the user may not see the page any more. Pages without https have no such store, and no page to open
 * without the network either.
 */

const maxArticles = 50
/** In characters. */
const maxLength = 60_000_000
const lengthHeader = 'x-length'

/** Returns the address of an article in the cache; null when no user is signed in. */
function toKey(linkId: string, version: string): string | null {
  const session = hashSession()
  return session && `/stored-articles/${session}/${encodeURIComponent(linkId)}/${version}`
}

const open = (): Promise<Cache> | undefined => globalThis.caches?.open(articleCache)

/** Stores an article as the newest one, and removes the oldest beyond the limits. */
export async function storeArticle(linkId: string, version: string, html: string): Promise<void> {
  const key = toKey(linkId, version)
  const cache = await open()
  if (!key || !cache) return
  // The keys are in the order in which they were added.
  await cache.delete(key)
  await cache.put(key, new Response(html, { headers: { [lengthHeader]: String(html.length) } }))
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

/** Removes the articles of a link. */
export async function deleteStoredArticles(linkId: string): Promise<void> {
  const prefix = toKey(linkId, '')
  const cache = await open()
  if (!prefix || !cache) return
  for (const request of await cache.keys())
    if (new URL(request.url).pathname.startsWith(prefix)) await cache.delete(request)
}
