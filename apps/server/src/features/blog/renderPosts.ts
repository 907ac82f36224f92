import { categories } from '@nestmark/core/limits'
import { escapeHtml } from '../../calls/escapeHtml.ts'
import type { BlogPost, PostPage } from './postSource.ts'

/** Returns an address of a picture on this server for one of a post. */
export type ToPicture = (address: string) => string

let cached: Intl.DateTimeFormat | undefined

/** Returns the formatter. Its creation takes 10 ms and 8 MB at the start of a process, which may never render a date. */
const getFormat = () =>
  (cached ??= new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  }))

/** Returns the path of a post. */
export const toPostPath = (slug: string) => `/blog/${encodeURIComponent(slug)}`

const renderDate = (date: number, className = '') =>
  `<time${className && ` class="${className}"`} datetime="${new Date(date).toISOString()}">${getFormat().format(date)}</time>`

/** Returns the featured picture of a post; without one, an eggshell whose colour follows the slug. */
function renderPicture({ image, slug }: BlogPost, toPicture: ToPicture): string {
  if (image)
    return `<img src="${escapeHtml(toPicture(image.address))}" alt="${escapeHtml(image.alt)}" width="720" height="450" />`
  const sum = [...slug].reduce((total, sign) => total + (sign.codePointAt(0) ?? 0), 0)
  return `<span class="thumb shell c-${categories[sum % categories.length]?.tag}"></span>`
}

function renderEntry(post: BlogPost, isFirst: boolean, toPicture: ToPicture): string {
  const path = toPostPath(post.slug)
  const title = escapeHtml(post.title)
  return `<article${isFirst ? ' class="first"' : ''}>
<a class="post-picture" href="${path}" tabindex="-1" aria-hidden="true">${renderPicture(post, toPicture)}</a>
<div>${renderDate(post.date)}
<h2 dir="auto"><a href="${path}">${title}</a></h2>
<p dir="auto">${escapeHtml(post.excerpt)}</p>
<a class="read-more" href="${path}" aria-label="Read More: ${title}">Read More</a></div>
</article>`
}

/** Returns the numbers of a pager: the first, the last and those around the current one; 0 for a gap. */
function listPages(page: number, pages: number): number[] {
  const near = [1, page - 1, page, page + 1, pages].filter(each => each >= 1 && each <= pages)
  const numbers = [...new Set(near)].sort((a, b) => a - b)
  return numbers.flatMap((each, at) => (at > 0 && each - (numbers[at - 1] ?? 0) > 1 ? [0, each] : [each]))
}

function renderPager(page: number, pages: number): string {
  if (pages < 2) return ''
  const link = (to: number) => (to === 1 ? '/blog' : `/blog?page=${to}`)
  const numbers = listPages(page, pages).map(each =>
    each === 0
      ? '<li>…</li>'
      : `<li><a href="${link(each)}"${each === page ? ' aria-current="page"' : ''}>${each}</a></li>`,
  )
  const side = (to: number, rel: string, label: string) =>
    to < 1 || to > pages ? '<span></span>' : `<a class="button" rel="${rel}" href="${link(to)}">${label}</a>`
  return `<nav class="pager" aria-label="Pages">${side(page - 1, 'prev', 'Newer')}<ol>${numbers.join('')}</ol>${side(page + 1, 'next', 'Older')}</nav>`
}

const renderHead = `<div class="blog-head"><div><h1 class="headline large">Notes on keeping things</h1>
<p class="lead">How people keep what they find, and how Nestmark is made.</p></div><a class="button" href="/blog/feed.xml">Feed</a></div>`

/** Returns the list of posts. The first one of the first page is large. */
export function renderList({ posts, pages }: PostPage, page: number, toPicture: ToPicture): string {
  const entries = posts.map((post, at) => renderEntry(post, page === 1 && at === 0, toPicture))
  return `${renderHead}<div class="posts">${entries.join('\n')}</div>${renderPager(page, pages)}`
}

/** Returns the page in place of posts that cannot be reached. */
export const renderAway = () =>
  `${renderHead}<div class="posts"><p role="status">The posts cannot be reached now. Please try again in a few minutes.</p></div>`

/** Returns a post. Its HTML is that of the reader of posts; its pictures are loaded from this server. */
export function renderPost(post: BlogPost, toPicture: ToPicture): string {
  const html = post.html.replace(
    /<img src="([^"]*)"/g,
    (_tag, address: string) => `<img loading="lazy" src="${escapeHtml(toPicture(unescape(address)))}"`,
  )
  const picture = post.image ? `<div class="post-picture">${renderPicture(post, toPicture)}</div>` : ''
  return `<article class="text"><h1 dir="auto">${escapeHtml(post.title)}</h1>${renderDate(post.date, 'post-date')}${picture}<div dir="auto">${html}</div><p><a href="/blog">All posts</a></p></article>`
}

/** Reads the value of an attribute that `escapeAttribute` wrote. */
const unescape = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&amp;', '&')

/** Returns the page in place of a post that does not exist, with the newest three. */
export function renderMissing(newest: readonly BlogPost[], toPicture: ToPicture): string {
  const entries = newest.slice(0, 3).map(post => renderEntry(post, false, toPicture))
  return `<div class="blog-head"><div><h1 class="headline large">This post is gone</h1><p class="lead">Perhaps one of these instead?</p></div></div><div class="posts">${entries.join('\n')}</div>`
}
