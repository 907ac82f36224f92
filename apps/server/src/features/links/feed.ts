import { createHash } from 'node:crypto'
import { collectionsWithRoles } from '../../access/roles.ts'
import type { Feed, FeedRequest } from '../../http/feeds.ts'
import type { Services } from '../../services.ts'
import { type FeedContent, type FeedEntry, toAtom, toJsonFeed } from './feedFormats.ts'
import { listNewest } from './feedQuery.ts'
import { type ListedLink, parseTags } from './store.ts'

const newest = 50

/**
 * Returns the newest links of a public collection as an Atom feed (RFC 4287) or a JSON Feed 1.1; null when it is not
 * public.
 */
export async function createFeed(
  { db, config }: Pick<Services, 'db' | 'config'>,
  { id, format, includeSub }: FeedRequest,
): Promise<Feed | null> {
  if (id.length > 64) return null
  const [collection] = await collectionsWithRoles(db.read, null, [id])
  if (!collection?.role) return null
  const links = await listNewest(db.read, collection, { includeSub, max: newest })
  const feed: FeedContent = {
    title: collection.name,
    about: collection.descr,
    page: `${config.publicUrl}/c/${id}`,
    query: includeSub ? '?include_sub=1' : '',
    updated: Math.max(collection.updated_at, ...links.map(link => link.updated_at)),
    entries: links.map(link => toEntry(link, config.publicUrl)),
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

function toEntry(link: ListedLink, origin: string): FeedEntry {
  const page = `${origin}/l/${link.id}`
  return {
    page,
    title: link.title,
    address: /^https?:/i.test(link.address) ? link.address : page,
    text: link.desc_toggle ? link.descr : '',
    published: link.created_at,
    updated: Math.max(link.created_at, link.updated_at),
    tags: parseTags(link).map(tag => tag.name),
    picture: link.picture_id ? `${origin}/pictures/${link.picture_id}` : '',
  }
}
