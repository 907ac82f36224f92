import { truncateText } from '@nestmark/core/truncateText'
import { limits } from '@nestmark/core/limits'
import { collectionsWithRoles } from '../../access/roles.ts'
import type { FeedFormat } from '../../http/feeds.ts'
import { escapeHtml } from '../../http/linkPreview.ts'
import type { Services } from '../../services.ts'
import { listNewest } from './linkPageQuery.ts'
import { type ListedLink, parseTags } from './store.ts'

const newest = 50

/**
 * Returns the newest links of a public collection as an Atom feed (RFC 4287) or a JSON Feed 1.1; null when it is not
 * public.
 */
export async function createFeed(
  { db, config }: Pick<Services, 'db' | 'config'>,
  id: string,
  format: FeedFormat,
): Promise<string | null> {
  if (id.length > 64) return null
  const [collection] = await collectionsWithRoles(db.read, null, [id])
  if (!collection?.role) return null
  const links = await listNewest(db.read, collection, newest)
  const feed = {
    title: collection.name,
    about: collection.descr,
    page: `${config.publicUrl}/c/${id}`,
    updated: links[0]?.created_at ?? collection.created_at,
    entries: links.map(link => toEntry(link, config.publicUrl)),
  }
  return format === 'atom' ? atom(feed) : json(feed)
}

interface Entry {
  page: string
  title: string
  address: string
  text: string
  at: number
  tags: string[]
  picture: string
}
interface Feed {
  title: string
  about: string
  page: string
  updated: number
  entries: Entry[]
}

function toEntry(link: ListedLink, origin: string): Entry {
  const page = `${origin}/l/${link.id}`
  return {
    page,
    title: link.title,
    address: /^https?:/i.test(link.address) ? link.address : page,
    text: link.desc_toggle ? truncateText(link.descr, limits.desc) : '',
    at: link.created_at,
    tags: parseTags(link).map(tag => tag.name),
    picture: link.picture_id ? `${origin}/pictures/${link.picture_id}` : '',
  }
}

const when = (at: number) => new Date(at).toISOString()

/** XML cannot represent most control characters and two others, not even escaped. */
const xml = (text: string) => escapeHtml(text.replace(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu, ''))

function atom({ title, about, page, updated, entries }: Feed): string {
  const items = entries.map(
    entry => `<entry><id>${xml(entry.page)}</id><title>${xml(entry.title)}</title><link href="${xml(entry.address)}"/>
<link rel="related" href="${xml(entry.page)}"/><published>${when(entry.at)}</published><updated>${when(entry.at)}</updated>
${entry.tags.map(tag => `<category term="${xml(tag)}"/>`).join('')}${entry.text ? `<summary>${xml(entry.text)}</summary>` : ''}</entry>`,
  )
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><id>${xml(page)}</id><title>${xml(title)}</title><subtitle>${xml(about)}</subtitle>
<link href="${xml(page)}"/><link rel="self" href="${xml(page)}/feed.xml"/><updated>${when(updated)}</updated><author><name>Nestmark</name></author>
${items.join('\n')}
</feed>
`
}

function json({ title, about, page, entries }: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description: about,
    home_page_url: page,
    feed_url: `${page}/feed.json`,
    items: entries.map(entry => ({
      id: entry.page,
      url: entry.page,
      external_url: entry.address,
      title: entry.title,
      content_text: entry.text,
      date_published: when(entry.at),
      tags: entry.tags,
      ...(entry.picture ? { image: entry.picture } : {}),
    })),
  })
}
