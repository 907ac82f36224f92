import { useKeys } from '../../../lib/encryption/keyRing.ts'
import { useMe } from '../../session/data.ts'

/**
 * Returns whether this browser has a key of a collection, so that its new links are encrypted.
 * @param parent the collection; null for the root
 */
export function useHasKey(parent: string | null): boolean {
  const keys = useKeys()
  const root = useMe()?.root_folder
  return keys.some(key => key.parent === (parent ?? root))
}
