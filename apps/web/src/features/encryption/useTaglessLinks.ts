import { getFolderKeys } from '@nestmark/contract/encryption/encryption'
import { useQueries } from '@tanstack/react-query'
import { queryOptions } from '../../lib/api/operations.ts'
import type { Movable } from '../../lib/lists/chosenItems.ts'

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
