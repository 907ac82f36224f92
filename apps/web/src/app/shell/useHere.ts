import { getFolderData } from '@nestmark/contract/collections'
import { useMatch } from 'react-router'
import { cleanId } from '../../lib/addresses.ts'
import { isInaccessible } from '../../lib/api/client.ts'
import { useOperation } from '../../lib/api/operations.ts'

/** The collection on the page, into which new things go; undefined elsewhere, and where the person may not add to it. */
export function useHere(): string | undefined {
  const open = useMatch('/c/:id')?.params.id
  const id = open === undefined ? undefined : cleanId(open)
  // The page reads it.
  const { data, error } = useOperation(
    getFolderData,
    { folder_id: id ?? '' },
    { enabled: false, quiet: true },
  )
  if (isInaccessible(error)) return undefined
  // A collection that waits to be made has no answer yet.
  return !data || (data.folder.can.add && !data.folder.is_trash) ? id : undefined
}
