import { getCollection } from '@nestmark/contract/collections'
import { getLink } from '@nestmark/contract/links/links'
import { useLocation } from '../../lib/router/location.ts'
import { matchPath } from '../../lib/router/paths.ts'
import { cleanId } from '../../lib/addresses.ts'
import { isInaccessible } from '../../lib/api/client.ts'
import { useOperation } from '../../lib/api/operations.ts'

/** Returns the ID in the address of a page, or undefined on other pages. */
function findId(pattern: string, pathname: string): string | undefined {
  const id = matchPath(pattern, pathname)?.params.id
  return id === undefined ? undefined : cleanId(id)
}

/**
 * Returns the ID of the collection on the page, also behind an open link, or else that of the link on the page. New
 * items are added to it; undefined on other pages and where the user may not add.
 */
export function useCurrentCollectionId(): string | undefined {
  const { pathname, state } = useLocation()
  const behind = (state as { over?: { pathname?: string } } | null)?.over?.pathname
  const id = findId('/c/:id', behind ?? pathname)
  const linkId = findId('/l/:id', pathname)
  // `enabled: false`: the page reads them.
  const options = { enabled: false, quiet: true }
  const { data, error } = useOperation(getCollection, { folder_id: id ?? '' }, options)
  const link = useOperation(getLink, { link_id: linkId ?? '' }, options)
  if (id !== undefined) {
    if (isInaccessible(error)) return undefined
    // A collection that is not created yet has no answer.
    return !data || (data.folder.can.add && !data.folder.is_trash) ? id : undefined
  }
  const shown = isInaccessible(link.error) ? undefined : link.data?.link
  return shown?.can.edit && !shown.is_trash && shown.parent !== '' ? shown.parent : undefined
}
