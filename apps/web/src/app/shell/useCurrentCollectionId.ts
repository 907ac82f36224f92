import { getCollection } from '@nestmark/contract/collections'
import { useMatch } from 'react-router'
import { cleanId } from '../../lib/addresses.ts'
import { isInaccessible } from '../../lib/api/client.ts'
import { useOperation } from '../../lib/api/operations.ts'

/**
 * Returns the ID of the collection on the page, into which new items are added; undefined on other pages and
 * where the user may not add.
 */
export function useCurrentCollectionId(): string | undefined {
  const open = useMatch('/c/:id')?.params.id
  const id = open === undefined ? undefined : cleanId(open)
  // `enabled: false`: the page reads it.
  const { data, error } = useOperation(
    getCollection,
    { folder_id: id ?? '' },
    { enabled: false, quiet: true },
  )
  if (isInaccessible(error)) return undefined
  // A collection that is not created yet has no answer.
  return !data || (data.folder.can.add && !data.folder.is_trash) ? id : undefined
}
