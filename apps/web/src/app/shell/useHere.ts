import { getFolderData } from '@nestmark/contract/collections'
import { useMatch } from 'react-router'
import { cleanId } from '../../lib/addresses.ts'
import { isClosed } from '../../lib/api/client.ts'
import { useOperation } from '../../lib/api/operations.ts'

/** The collection on the page, into which new things go; undefined elsewhere, and where nothing can go into it. */
export function useHere(): string | undefined {
  const open = useMatch('/c/:id')?.params.id
  const id = open === undefined ? undefined : cleanId(open)
  // The page reads it.
  const { data, error } = useOperation(
    getFolderData,
    { folder_id: id ?? '' },
    { enabled: false, quiet: true },
  )
  return data?.folder.is_trash || isClosed(error) ? undefined : id
}
