import { useEffect } from 'react'
import { useLocation } from '../../../lib/router/location.ts'
import { createStore, useStore } from '../../../lib/store.ts'
import { type EncryptedPlace, useEncryptedPlace } from '../../links/encryptedPlace.ts'

/** The page on which the person chose to search the library instead of its encrypted collection. */
const widenedPage = createStore<string | null>(null)

/** Returns the encrypted collection to which the search field is limited, and lifts this limit while its page is open. */
export function useSearchScope(): { place: EncryptedPlace | null | undefined; widen: () => void } {
  const { pathname } = useLocation()
  const place = useEncryptedPlace()
  const isWidened = useStore(widenedPage) === pathname
  // The next visit of the page is limited again.
  useEffect(() => () => widenedPage.set(now => (now === pathname ? null : now)), [pathname])
  return { place: isWidened ? null : place, widen: () => widenedPage.set(pathname) }
}
