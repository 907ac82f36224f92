import { escapeHtml } from '../../../calls/escapeHtml.ts'

export interface FeedEntry {
  page: string
  title: string
  address: string
  text: string
  /** Milliseconds since 1970. */
  published: number
  updated: number
  tags: string[]
  /** An absolute address, or ''. */
  picture: string
}
export interface FeedContent {
  title: string
  about: string
  /** The name of the owner. */
  author: string
  page: string
  /** The query of the feed's own address, or ''. */
  query: string
  updated: number
  entries: FeedEntry[]
}

const toIsoDate = (at: number) => new Date(at).toISOString()

/** XML cannot represent most control characters and two others, not even escaped. */
const xml = (text: string) => escapeHtml(text.replace(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu, ''))

/** Returns the content of an entry with its picture, for readers that show HTML. */
const toHtml = ({ picture, text }: FeedEntry) =>
  `<p><img src="${escapeHtml(picture)}" alt="" /></p>${text ? `<p>${escapeHtml(text)}</p>` : ''}`

export function toAtom({ title, about, author, page, query, updated, entries }: FeedContent): string {
  const items = entries.map(
    entry => `<entry><id>${xml(entry.page)}</id><title>${xml(entry.title)}</title><link href="${xml(entry.address)}"/>
<link rel="related" href="${xml(entry.page)}"/><published>${toIsoDate(entry.published)}</published><updated>${toIsoDate(entry.updated)}</updated>
${entry.tags.map(tag => `<category term="${xml(tag)}"/>`).join('')}${entry.text ? `<summary>${xml(entry.text)}</summary>` : ''}${entry.picture ? toAtomPicture(entry) : ''}</entry>`,
  )
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/"><id>${xml(page + query)}</id><title>${xml(title)}</title><subtitle>${xml(about)}</subtitle>
<link href="${xml(page)}"/><link rel="self" href="${xml(`${page}/feed.xml${query}`)}"/><updated>${toIsoDate(updated)}</updated><author><name>${xml(author)}</name></author>
${items.join('\n')}
</feed>
`
}

const toAtomPicture = (entry: FeedEntry) =>
  `<content type="html">${xml(toHtml(entry))}</content><media:thumbnail url="${xml(entry.picture)}"/>`

export function toJsonFeed({ title, about, author, page, query, entries }: FeedContent): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description: about,
    authors: [{ name: author }],
    home_page_url: page,
    feed_url: `${page}/feed.json${query}`,
    items: entries.map(entry => ({
      id: entry.page,
      url: entry.page,
      external_url: entry.address,
      title: entry.title,
      content_text: entry.text,
      date_published: toIsoDate(entry.published),
      date_modified: toIsoDate(entry.updated),
      tags: entry.tags,
      ...(entry.picture ? { image: entry.picture, content_html: toHtml(entry) } : {}),
    })),
  })
}
