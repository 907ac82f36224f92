import { getFolderData } from '@nestmark/contract/collections'
import type { Output } from '@nestmark/contract/operation'
import { matchPath } from 'react-router'
import { cleanId } from '../../lib/addresses.ts'
import { keyOf } from '../../lib/api/operations.ts'
import { queryClient } from '../../lib/api/queryClient.ts'
import { crumbsOf } from './data.ts'

/**
 * Returns where to go once collections lie in the trash.
 * @returns the page of the nearest collection that stays, or the dashboard; null where the page lies in none of them
 */
export function wayOut(pathname: string, trashed: readonly string[]): string | null {
  const open = matchPath('/c/:id', pathname)
  if (!open || trashed.length === 0) return null
  const folder_id = cleanId(open.params.id)
  const read = queryClient.getQueryData<Output<typeof getFolderData>>(keyOf(getFolderData, { folder_id }))
  const way = read?.breadcrumb ?? []
  const top = way.findIndex(entry => trashed.includes(entry._id))
  if (top < 0) return trashed.includes(folder_id) ? '/dashboard' : null
  return crumbsOf(way.slice(0, top)).at(-1)!.to
}
