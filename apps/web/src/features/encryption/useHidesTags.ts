import { getFolderKeys } from '@nestmark/contract/encryption/encryption'
import { useOperation, queryOptions } from '../../lib/api/operations.ts'
import { useMe } from '../session/data.ts'
import { useQueries } from '@tanstack/react-query'
import type { Movable } from '../../lib/lists/chosenItems.ts'

/**
 * Returns whether an encrypted link has no tags in a collection (ENC-12).
 * @param parent the collection; null for the root
 * @param isEncrypted false for other links
 */
export function useHidesTags(parent: string | null, isEncrypted: boolean): boolean {
  const root = useMe()?.root_folder
  const folder_id = parent ?? root ?? ''
  const { data } = useOperation(
    getFolderKeys,
    { folder_id },
    { enabled: isEncrypted && folder_id !== '', quiet: true },
  )
  return isEncrypted && data?.hide_tags === 1
}

/** Returns how many of the links may have no tags: encrypted ones in collections that keep tags inside (ENC-12). */
export function useTaglessLinks(links: readonly Movable[]): number {
  const encrypted = links.filter(link => link.enc === 1)
  const ids = [...new Set(encrypted.flatMap(link => link.parent ?? []))]
  const places = useQueries({
    queries: ids.map(folder_id => queryOptions(getFolderKeys, { folder_id }, { quiet: true })),
  })
  const hiding = new Set(ids.filter((_, at) => places[at]?.data?.hide_tags === 1))
  return encrypted.filter(link => hiding.has(link.parent ?? '')).length
}
