import { Refused } from '../../access/refuse.ts'
import { collectionsWithRoles } from '../../access/roles.ts'
import type { PublicContent } from '../../calls/publicPages.ts'
import type { Services } from '../../services.ts'
import { listInside } from '../collections/lists/listQuery.ts'
import { namesOfUsers } from '../session/userStore.ts'
import { listNewest, listNewestWithDescendants } from './feeds/feedQuery.ts'

/**
 * Returns the content of a public collection for visitors without scripts: its sub-collections and newest links, or
 * the links found by a search; null when it is not public.
 */
export async function readPublicContent(
  services: Services,
  id: string,
  { query, ip }: { query: string; ip: string },
): Promise<PublicContent | null> {
  if (id.length > 64) return null
  const { db } = services
  const [collection] = await collectionsWithRoles(db.read, null, [id])
  if (!collection?.role) return null
  const search = query.trim().slice(0, maxQueryLength)
  const [names, inside, links] = await Promise.all([
    namesOfUsers(db.read, [collection.owner_id]),
    search ? [] : listInside(db.read, '', collection, { input: '', sort: 'hand', order: 2, page: 1 }),
    search
      ? listNewestWithDescendants(services, { id, ip }, search).catch(unlessRefused)
      : listNewest(services, collection),
  ])
  if (links === null) return null
  return {
    title: collection.name,
    description: collection.descr,
    author: names.get(collection.owner_id) ?? '',
    path: `/c/${id}`,
    query: search,
    collections: inside.map(each => ({ title: each.name, address: `/c/${each.id}` })),
    links: links.map(link => ({
      title: link.name,
      address: /^https?:/i.test(link.link) ? link.link : `/l/${link._id}`,
    })),
  }
}

const maxQueryLength = 200

/** The page itself works without this content, so a busy server answers without it. */
function unlessRefused(error: unknown): null {
  if (error instanceof Refused) return null
  throw error
}
