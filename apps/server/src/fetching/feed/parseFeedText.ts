import { parseFeed } from 'feedsmith'
import { cleanText, maxDescription, maxTitle } from '../pageMeta/cleanText.ts'
import { decodePage } from '../pageMeta/charset.ts'
import { htmlToText } from '../pageMeta/htmlToText.ts'
import { resolveWebAddress } from '../pageMeta/metadata.ts'
import { parseHtml } from '../pageMeta/parseHtml.ts'

/** One entry of a feed that has an address. */
export interface FeedItem {
  /** What identifies the entry in its feed: its guid, otherwise its address and title. */
  key: string
  /** Absolute, http or https. */
  address: string
  /** At most 500 characters; '' without one. */
  title: string
  /** Its summary as text, at most 2,000 characters. */
  text: string
  /** When it was published, in milliseconds since 1970; null when unknown. */
  date: number | null
}

/** A feed, with its newest entry first. */
interface ReadableFeed {
  title: string
  items: FeedItem[]
}

/** The address of a feed that a page names. */
interface NamedFeed {
  address: string
  /** '' without one. */
  title: string
}

/** What a response is: a feed, or a page that names feeds. */
export interface FeedContent {
  feed: ReadableFeed | null
  named: NamedFeed[]
}

/** The response to parse. */
export interface RawFeed {
  url: string
  bytes: Uint8Array
  /** Charset of the Content-Type header. */
  charset?: string
}

/** A feed lists its last entries. Of a longer one, only the newest are read. */
const maxItems = 5000
const maxNamed = 20
const feedTypes = /^application\/(rss\+xml|atom\+xml|rdf\+xml|feed\+json)$/

/** Parses an RSS 2.0, RSS 1.0, Atom or JSON feed, otherwise the page for the feeds that it names. */
export function parseFeedText({ url, bytes, charset }: RawFeed): FeedContent {
  const text = decodePage(bytes, charset, new URL(url).hostname)
  const feed = readFeed(text, url)
  return { feed, named: feed ? [] : listNamedFeeds(text, url) }
}

function readFeed(text: string, url: string): ReadableFeed | null {
  if (declaresEntities(text)) return null
  try {
    const found = parse(text)
    const [title, items] = readEntries(found, url)
    const unique = new Map(items.map(item => [item.key, item]))
    return { title: cleanText(htmlToText(title), maxTitle), items: newestFirst([...unique.values()]) }
  } catch {
    return null
  }
}

/** Returns true for a document type with declarations: no feed needs them, and they can expand without end. */
function declaresEntities(text: string): boolean {
  const root = text.search(/<[a-z]/i)
  return /<!DOCTYPE[^>]*\[|<!ENTITY/i.test(text.slice(0, root === -1 ? undefined : root))
}

/** Newest first. Feeds list them in this order where they have no dates. */
function newestFirst(items: FeedItem[]): FeedItem[] {
  return items
    .map((item, at) => ({ item, at }))
    .sort((a, b) =>
      a.item.date === null || b.item.date === null || a.item.date === b.item.date
        ? a.at - b.at
        : b.item.date - a.item.date,
    )
    .map(({ item }) => item)
}

/** With dates as the feed has them. */
const parse = (text: string) => parseFeed(text)
type Found = ReturnType<typeof parse>

/** An entry as the formats have it. */
interface Entry {
  base?: string | undefined
  guid?: string | undefined
  addresses: (string | undefined)[]
  title?: string | undefined
  text?: string | undefined
  dates: (string | undefined)[]
}

function readEntries(found: Found, url: string): [title: string | undefined, items: FeedItem[]] {
  const [title, home, entries] = toEntries(found)
  const base = resolveWebAddress(home, url) ?? url
  return [title, entries.slice(0, maxItems).flatMap(entry => toItem(entry, base))]
}

function toEntries(found: Found): [title: string | undefined, base: string | undefined, entries: Entry[]] {
  switch (found.format) {
    case 'rss': {
      const { title, link, items = [] } = found.feed
      return [
        title,
        link,
        items.map(item => ({
          guid: item.guid?.value,
          addresses: [
            item.link,
            item.guid?.isPermaLink === false ? undefined : asAddress(item.guid?.value),
            item.enclosures?.[0]?.url,
          ],
          title: item.title,
          text: item.description,
          dates: [item.pubDate, item.dc?.dates?.[0]],
        })),
      ]
    }
    case 'rdf': {
      const { title, link, items = [] } = found.feed
      return [
        title,
        link,
        items.map(item => ({
          guid: item.rdf?.about,
          addresses: [item.link, asAddress(item.rdf?.about)],
          title: item.title,
          text: item.description,
          dates: [item.dc?.dates?.[0]],
        })),
      ]
    }
    case 'atom': {
      const { title, links, xml, entries = [] } = found.feed
      return [
        readText(title),
        xml?.base ?? findLink(links),
        entries.map(entry => ({
          base: entry.xml?.base,
          guid: entry.id,
          addresses: [findLink(entry.links)],
          title: readText(entry.title),
          text: readText(entry.summary),
          dates: [entry.published, entry.updated],
        })),
      ]
    }
    case 'json': {
      const { title, home_page_url: home, items = [] } = found.feed
      return [
        title,
        home,
        items.map(item => ({
          guid: item.id,
          addresses: [item.url, item.external_url],
          title: item.title,
          text: item.summary ?? item.content_text ?? item.content_html,
          dates: [item.date_published, item.date_modified],
        })),
      ]
    }
  }
}

/** Returns an identifier that is an address. Others would be relative addresses. */
const asAddress = (id: string | undefined) => (id && /^https?:/i.test(id) ? id : undefined)

/** Returns a text of Atom as HTML; only some types are HTML already. */
function readText(text: { value?: string; type?: string } | undefined): string | undefined {
  if (text?.value === undefined || text.type === 'html' || text.type === 'xhtml') return text?.value
  return text.value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

/** Returns the address of the entry itself: feeds also name their own address, and others. */
function findLink(links: readonly { href?: string; rel?: string }[] = []): string | undefined {
  return (
    links.find(link => link.rel === undefined || link.rel === 'alternate') ??
    links.find(link => link.rel === 'related')
  )?.href
}

function toItem(entry: Entry, feedBase: string): FeedItem[] {
  const base = resolveWebAddress(entry.base, feedBase) ?? feedBase
  const address = entry.addresses
    .map(each => resolveWebAddress(each?.trim(), base))
    .find(each => each !== undefined)
  if (address === undefined) return []
  const title = cleanText(htmlToText(entry.title), maxTitle)
  const dates = entry.dates.map(date => Date.parse(date ?? '')).filter(date => !Number.isNaN(date))
  return [
    {
      key: entry.guid?.trim() || `${address}\n${title}`,
      address,
      title,
      text: cleanText(htmlToText(entry.text), maxDescription),
      date: dates[0] ?? null,
    },
  ]
}

/** Lists the feeds that a page names with `<link rel="alternate">`. */
function listNamedFeeds(html: string, url: string): NamedFeed[] {
  const found = parseHtml(html)
  const base = resolveWebAddress(found.base, url) ?? url
  const named = new Map<string, NamedFeed>()
  for (const { rel, href, type, title } of found.links) {
    const address = resolveWebAddress(href, base)
    const isFeed = rel.split(/\s+/).includes('alternate') && feedTypes.test(type.replace(/\s*;.*/, ''))
    if (isFeed && address && named.size < maxNamed && !named.has(address))
      named.set(address, { address, title: cleanText(title, maxTitle) })
  }
  return [...named.values()]
}
