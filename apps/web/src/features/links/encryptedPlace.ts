import { getCollection } from '@nestmark/contract/collections'
import { getLink } from '@nestmark/contract/links/links'
import type { Collection } from '@nestmark/contract/shapes'
import { useLocation } from '../../lib/router/location.ts'
import { matchPath } from '../../lib/router/paths.ts'
import { cleanId } from '../../lib/addresses.ts'
import { useOperation } from '../../lib/api/operations.ts'
import { isEncryptedPlace } from '../../lib/encryption/entering.ts'
import { createStore } from '../../lib/store.ts'
import { formatCollectionName, toParentName } from '../collections/data.ts'

/** An encrypted collection: what is typed in it is not sent until the person chooses to. */
export interface EncryptedPlace {
  id: string
  name: string
}

/** Returns whether a collection has a key. */
export const isEncrypted = ({ enc_id, is_encrypted }: Pick<Collection, 'enc_id' | 'is_encrypted'>): boolean =>
  enc_id !== undefined || is_encrypted === 1

/** Returns whether nothing that is typed about a saved link is sent before it is saved: it is encrypted, or its collection is. */
export const isPrivateLink = (
  link: { enc?: 0 | 1 | undefined; parent: string | null } | undefined,
): boolean => link !== undefined && (link.enc === 1 || isEncryptedPlace(link.parent))

/**
 * The filter of the encrypted collection on the page. It is in the memory of the tab and not in the address, which a
 * reload would send to the server.
 */
export const encryptedFilter = createStore<{ id: string; input: string } | null>(null)

/**
 * Returns the encrypted collection on the page, or that of the encrypted link on the page; null on other pages.
 * Undefined while it is unknown: what is typed until then waits.
 */
export function useEncryptedPlace(): EncryptedPlace | null | undefined {
  const { pathname } = useLocation()
  const folder_id = cleanId(matchPath('/c/:id', pathname)?.params.id)
  const link_id = cleanId(matchPath('/l/:id', pathname)?.params.id)
  // `enabled: false`: the page reads them.
  const options = { enabled: false, quiet: true }
  const folder = useOperation(getCollection, { folder_id }, options)
  const link = useOperation(getLink, { link_id }, options)
  if (folder_id === '' && link_id === '') return null
  if (folder.data) {
    const shown = folder.data.folder
    return isEncrypted(shown) ? { id: shown._id, name: formatCollectionName(shown) } : null
  }
  if (link.data) {
    const { enc, parent } = link.data.link
    return enc === 1 ? { id: parent, name: toParentName(link.data.link) } : null
  }
  return (folder_id === '' ? link : folder).error ? null : undefined
}
