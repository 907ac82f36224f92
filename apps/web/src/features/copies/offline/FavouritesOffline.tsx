import { useEffect, useRef } from 'react'
import { connection } from '../../../lib/connection.ts'
import { useStore } from '../../../lib/store.ts'
import { useMe } from '../../session/data.ts'
import { dropRemovedFavourites, storeFavourites } from './storeFavourites.ts'

/** The idle time before articles are stored, in milliseconds. */
const idleTime = 5000

/** Returns whether the user has asked the browser to save data. The property is not standardised. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/**
 * Stores the articles of favourite links, so that the installed app opens them without a connection, and removes them when
 * the links are no longer favourites.
 */
export default function FavouritesOffline() {
  const favourites = useMe()?.favourite_links.join(' ')
  const isUp = useStore(connection) === 'up'
  // A change of the favourites and a new connection do not read all links again.
  const handled = useRef(new Set<string>())
  useEffect(() => {
    if (favourites === undefined || !globalThis.caches) return
    const stop = new AbortController()
    const update = async () => {
      const linkIds = favourites.split(' ').filter(Boolean)
      await dropRemovedFavourites(linkIds, handled.current)
      if (isUp && !savesData()) await storeFavourites(linkIds, handled.current, stop.signal)
    }
    const timer = setTimeout(() => void update().catch(() => undefined), idleTime)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [favourites, isUp])
  return null
}
