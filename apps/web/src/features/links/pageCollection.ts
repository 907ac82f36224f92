import { matchPath } from '../../lib/router/paths.ts'
import { cleanId } from '../../lib/addresses.ts'
import { findCachedLink } from './data.ts'

/** Returns the ID of the collection that a page shows, or that contains its link. */
export function findPageCollection(pathname: string): string | undefined {
  const collection = matchPath('/c/:id', pathname)
  if (collection) return cleanId(collection.params.id)
  const link = matchPath('/l/:id', pathname)
  return link ? findCachedLink(cleanId(link.params.id))?.parent : undefined
}
