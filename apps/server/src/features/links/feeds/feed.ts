import { createHash } from 'node:crypto'
import type { Link } from '@nestmark/contract/shapes'
import { limits } from '@nestmark/core/limits'
import { truncateText } from '@nestmark/core/words/truncateText'
import { collectionsWithRoles } from '../../../access/roles.ts'
import type { Feed, FeedRequest } from '../../../calls/publicPages.ts'
import type { Services } from '../../../services.ts'
import { namesOfUsers } from '../../session/userStore.ts'
import { type FeedContent, type FeedEntry, toAtom, toJsonFeed } from './feedFormats.ts'
import { listNewest, listNewestWithDescendants } from './feedQuery.ts'

/**
 * Returns the newest links of a public collection as an Atom feed (RFC 4287) or a JSON Feed 1.1; null when it is not
 * public.
 */
export async function createFeed(services: Services, request: FeedRequest): Promise<Feed | null> {
  const { db, config } = services
  const { id, format, includeSub, site } = request
  if (id.length > 64) return null
  const [collection] = await collectionsWithRoles(db.read, null, [id])
  if (!collection?.role) return null
  const links = includeSub
    ? await listNewestWithDescendants(services, request)
    : await listNewest(services, collection)
  const names = await namesOfUsers(db.read, [collection.owner_id])
  const feed: FeedContent = {
    title: collection.name,
    about: collection.descr,
    // Atom requires a name.
    author: site?.name ?? (names.get(collection.owner_id) || 'Nestmark'),
    page: site?.page ?? `${config.publicUrl}/c/${id}`,
    query: includeSub && !site ? '?include_sub=1' : '',
    updated: Math.max(collection.updated_at, ...links.map(link => link.update_date)),
    entries: links.map(link => toEntry(link, site ?? { page: config.publicUrl, origin: config.publicUrl })),
  }
  const text = format === 'atom' ? toAtom(feed) : toJsonFeed(feed)
  return {
    text,
    // A link that was removed or moved changes its collection, but a descendant that was moved changes nothing.
    lastModified: includeSub ? null : feed.updated,
    // Of the text, because a renamed tag changes no date.
    tag: createHash('sha256').update(text).digest('base64url').slice(0, 22),
  }
}

function toEntry(link: Link, site: { page: string; origin: string }): FeedEntry {
  const page = `${site.page}/l/${link._id}`
  return {
    page,
    title: link.name,
    address: /^https?:/i.test(link.link) ? link.link : page,
    // A note can be as long as an article; a feed has its beginning.
    text: link.desc_toggle ? truncateText(link.desc, limits.desc) : '',
    published: link.create_date,
    updated: Math.max(link.create_date, link.update_date),
    tags: link.tags.map(tag => tag.name),
    picture: link.thumbnail && `${site.origin}${link.thumbnail}`,
  }
}
