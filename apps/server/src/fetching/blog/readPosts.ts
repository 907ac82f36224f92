import { parseHTML } from 'linkedom'
import { type ContentNode, writeArticle } from '../copy/articleContent.ts'
import { writeTreeSource } from '../copy/treeSource.ts'
import { cleanText } from '../pageMeta/cleanText.ts'
import { htmlToText } from '../pageMeta/htmlToText.ts'
import type { BlogPost, RawPosts } from './blogPost.ts'

/** A feed has ten posts a page; WordPress sends 100 at most. */
const maxPosts = 100
const maxTitle = 300
const maxExcerpt = 600
/** The HTML of one post, in UTF-16 code units. Longer ones are left out. */
const maxLength = 1_000_000

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

/**
 * Reads posts as WordPress lists them at `/wp-json/wp/v2/posts?_embed=1`. Posts without content, such as those with a
 * password, are left out.
 * @returns null when the bytes are no such list
 */
export function readPosts({ url, bytes }: RawPosts): BlogPost[] | null {
  const list = parseJson(new TextDecoder().decode(bytes))
  if (!Array.isArray(list)) return null
  return list.slice(0, maxPosts).flatMap(each => (isObject(each) ? (toPost(each, url) ?? []) : []))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function toPost(post: Json, url: string): BlogPost | null {
  const slug = decodeSlug(post.slug)
  const content = readRendered(post.content)
  const date = readDate(post)
  const isProtected = isObject(post.content) && post.content.protected === true
  if (slug === '' || isProtected || content === '' || content.length > maxLength || date === null) return null
  const link =
    typeof post.link === 'string' && URL.canParse(post.link, url) ? new URL(post.link, url).href : url
  return {
    slug,
    title: cleanText(htmlToText(readRendered(post.title)), maxTitle) || slug,
    excerpt: cleanText(htmlToText(readRendered(post.excerpt)), maxExcerpt),
    html: cleanHtml(content, link),
    date,
    image: readImage(post),
  }
}

function readRendered(field: unknown): string {
  return isObject(field) && typeof field.rendered === 'string' ? field.rendered : ''
}

/** WordPress lists slugs of other scripts percent-encoded in lower case. */
function decodeSlug(slug: unknown): string {
  if (typeof slug !== 'string' || slug.length > 500) return ''
  try {
    return decodeURIComponent(slug)
  } catch {
    return slug
  }
}

/** Returns milliseconds since 1970. The field in UTC has no zone. */
function readDate({ date_gmt: gmt, date }: Json): number | null {
  const text = typeof gmt === 'string' && gmt !== '' ? gmt : typeof date === 'string' ? date : ''
  const at = Date.parse(/[Z+]|-\d\d:\d\d$/.test(text.slice(10)) ? text : `${text}Z`)
  return Number.isNaN(at) ? null : at
}

/** Returns the featured picture. One that was deleted is embedded as an error, or as the index of the whole API. */
function readImage({ _embedded: embedded }: Json): BlogPost['image'] {
  const media: unknown = isObject(embedded) ? embedded['wp:featuredmedia'] : null
  const first: unknown = Array.isArray(media) ? media[0] : null
  if (!isObject(first) || typeof first.source_url !== 'string') return null
  if (!/^https?:$/.test(URL.parse(first.source_url)?.protocol ?? '')) return null
  return { address: first.source_url, alt: cleanText(first.alt_text, maxTitle) }
}

/** Returns the HTML of allowed elements, as for the articles of archived pages. */
function cleanHtml(html: string, base: string): string {
  const { document } = parseHTML(writeTreeSource(html))
  // An embed that the site could not resolve is its bare address.
  for (const wrapper of document.querySelectorAll('.wp-block-embed__wrapper')) {
    const address = wrapper.textContent?.trim() ?? ''
    if (!/^https?:\/\/\S+$/.test(address)) continue
    const link = document.createElement('a')
    link.setAttribute('href', address)
    link.textContent = address
    wrapper.replaceChildren(link)
  }
  return writeArticle(document.body as unknown as ContentNode, base).html
}
