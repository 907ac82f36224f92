import type { Collection, Link } from '@nestmark/contract/shapes'
import { useEffect } from 'react'
import { formatCollectionName, toParentName } from '../../features/collections/data.ts'
import { formatTitle } from '../../features/links/linkDisplay.ts'
import { removeAccessRequest } from '../../features/session/accessRequests.ts'
import { isInaccessible } from '../../lib/api/client.ts'
import { addRecentItem, type RecentItem, removeRecentItem } from '../../lib/browser/recentItems.ts'
import { useToken } from '../../lib/browser/token.ts'

/**
 * Adds an opened item to the recent ones of the palette, and removes one that the user cannot open any more. An item
 * that opens ends the request for access to it, so that the user can ask again when the access ends.
 * @param item null where the item must not be recorded, undefined while it is loading
 */
function useRecordVisit(id: string, item: Omit<RecentItem, 'time'> | null | undefined, error: unknown): void {
  const signedIn = useToken() !== null
  const serialized = item ? JSON.stringify(item) : undefined
  const isInvisible = isInaccessible(error)
  const isMissing = item === null || isInvisible
  const isOpen = item !== undefined && !isInvisible
  useEffect(() => {
    if (!signedIn) return
    if (isMissing) removeRecentItem(id)
    else if (serialized) addRecentItem(JSON.parse(serialized) as RecentItem)
  }, [signedIn, id, serialized, isMissing])
  useEffect(() => {
    if (isOpen) removeAccessRequest(id)
  }, [id, isOpen])
}

/** Records that a link was opened. The title of an encrypted link is not stored. */
export function useRecordLinkVisit(id: string, link: Link | undefined, error: unknown): void {
  const item = link && {
    kind: 'link' as const,
    id: link._id,
    name: formatTitle(link),
    address: link.link,
    category: link.category,
    thumbnail: link.thumbnail,
    ...(link.parent_name && { place: toParentName(link) }),
  }
  useRecordVisit(id, link && (link.enc || link.is_trash) ? null : item, error)
}

/** Records that a collection was opened. */
export function useRecordCollectionVisit(id: string, folder: Collection | undefined, error: unknown): void {
  const item = folder && { kind: 'collection' as const, id: folder._id, name: formatCollectionName(folder) }
  useRecordVisit(id, folder && (folder.is_trash || folder.is_root) ? null : item, error)
}
