import type { Collection, Link } from '@nestmark/contract/shapes'
import { limits } from '@nestmark/core/limits'
import { companyPageTexts as texts } from '@nestmark/texts/sharing/companyPage'
import { truncateText } from '@nestmark/core/words/truncateText'
import { countLinks } from '../collections/lists/insideQuery.ts'
import type { CollectionPage, Frame } from './page.ts'
import { type Html, html } from './html.ts'
import { renderDate, renderPage, topOf } from './layout.ts'

/** Returns the page of a collection: its collections, and the newest links of the tree or those that were searched. */
export function renderCollection(page: CollectionPage): string {
  const { frame, request, folder, isTop, inside, links, total } = page
  const { query } = request
  const [cover = ''] = folder.thumbnails
  const hasPictures = inside.some(each => each.thumbnails.length > 0)
  const main = html`${!query && isTop && renderCover(folder)} ${!isTop && renderPath(page)}
    <div class="head">
      <div>
        <h1>${folder.name}</h1>
        ${folder.desc && html`<p>${folder.desc}</p>`}${renderFacts(page)}
      </div>
      <a class="button" href="${frame.base}/feed.xml">${texts.follow}</a>
    </div>
    ${
      inside.length > 0 &&
      html`<section id="collections">
        <h2>${texts.shelves}</h2>
        <ul class="shelves">
          ${inside.map(each => renderChild(frame, each, hasPictures))}
        </ul>
      </section>`
    }
    <section>
      <div class="bar">
        <h2>${query ? texts.found(total, query) : texts.newest}</h2>
        ${renderKinds(page)}
      </div>
      ${
        links.length > 0
          ? html`<ul class="cards">
              ${links.map(link => renderCard(frame, link))}
            </ul>`
          : html`<p class="none">
              ${query ? texts.noMatch : request.page === 1 ? texts.empty : texts.noOlder}
            </p>`
      }
      ${renderPages(page)}
    </section>`
  const path = isTop ? '' : `/c/${folder._id}`
  const description = folder.desc || texts.links(page.linkCount ?? total)
  return renderPage(frame, { title: folder.name, description, path, picture: cover }, query, main)
}

/** The cover, or the newest pictures side by side, ends in three rims. */
function renderCover({ thumbnails, cover }: Collection): Html | false {
  const shown = cover ? thumbnails.slice(0, 1) : thumbnails
  if (shown.length === 0) return false
  return html`<div class="cover">
    ${shown.map(src => html`<img src="${src}" alt="" />`)}<svg
      viewBox="0 0 1440 112"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path class="paper" d="M0 2C317 94 1123 94 1440 2V112H0z" />
      <path d="M0 2C317 94 1123 94 1440 2" />
      <path class="accent" d="M0 11C317 103 1123 103 1440 11" />
      <path class="faint" d="M0 20C317 112 1123 112 1440 20" />
    </svg>
  </div>`
}

const renderPath = ({ frame, above, request }: CollectionPage) =>
  html`<p class="path">
    ${above.map(each => html`<a href="${each._id === request.site.id ? topOf(frame) : `${frame.base}/c/${each._id}`}">${each.name}</a> / `)}
  </p>`

const renderFacts = ({ linkCount, collectionCount, updated }: CollectionPage) =>
  html`<p class="facts">
    ${linkCount !== null && html`<span>${texts.links(linkCount)}</span>`}${
      collectionCount ? html`<span>${texts.collections(collectionCount)}</span>` : ''
    }<span>${texts.updated} ${renderDate(updated)}</span>
  </p>`

/** @param hasPictures whether any of the collections has pictures */
function renderChild({ base }: Frame, folder: Collection, hasPictures: boolean): Html {
  const { inside } = folder
  const links = inside ? countLinks(inside) : folder.links_count
  const pictures = folder.thumbnails.map(src => html`<img src="${src}" alt="" loading="lazy" />`)
  return html`<li>
    <a href="${base}/c/${folder._id}"
      >${hasPictures && html`<span class="pictures">${pictures}</span>`}<b>${folder.name}</b></a
    >
    <span class="facts"
      ><span>${texts.links(links)}</span>${
        inside?.collections ? html`<span>${texts.collections(inside.collections)}</span>` : ''
      }<span>${renderDate(folder.update_date)}</span></span
    >
  </li>`
}

/** Returns the address of the page with other parameters. The first page, and no category, have none. */
function addressOf({ frame, request, folder, isTop }: CollectionPage, category: number | null, page: number) {
  const parameters = new URLSearchParams()
  if (request.query) parameters.set('q', request.query)
  if (category) parameters.set('category', String(category))
  if (page > 1) parameters.set('page', String(page))
  const path = isTop ? topOf(frame) : `${frame.base}/c/${folder._id}`
  return parameters.size > 0 ? `${path}?${parameters}` : path
}

function renderKinds(page: CollectionPage): Html | false {
  const { category } = page.request
  const counts = page.categoryCounts ?? []
  const kinds = counts.map((count, at) => ({ count, kind: at + 1 })).filter(({ count }) => count > 0)
  if (kinds.length < 2) return false
  const chip = (kind: number | null, text: string, count?: number) =>
    html`<a href="${addressOf(page, kind, 1)}" ${kind === category && html` aria-current="true"`}
      >${text}${!page.request.query && count !== undefined && html` <small>${count}</small>`}</a
    >`
  return html`<nav class="kinds" aria-label="${texts.kinds}">
    ${chip(null, texts.all)}${kinds.map(({ kind, count }) => chip(kind, texts.categories[kind] ?? '', count))}
  </nav>`
}

function renderPages(page: CollectionPage): Html | false {
  const { request, total, insideTotal } = page
  const { category, page: number } = request
  const hasOlder = number * limits.pageSize < Math.max(total, insideTotal)
  if (number === 1 && !hasOlder) return false
  return html`<nav class="pages" aria-label="${texts.pages}">
    ${number > 1 && html`<a rel="prev" href="${addressOf(page, category, number - 1)}">${texts.newer}</a>`}${hasOlder && html`<a rel="next" href="${addressOf(page, category, number + 1)}">${texts.older}</a>`}
  </nav>`
}

const note = 4
/** The beginning of a note that a list shows, in characters. */
const shownOfNote = 240

const isWebAddress = ({ link }: Link) => /^https?:\/\//i.test(link)
/** The words that visitors may see. */
const shownText = ({ desc, desc_toggle: isShown }: Link) => (isShown ? desc : '')

/** Returns a link in a list. What has no web address has a page of the site. */
function renderCard({ base }: Frame, link: Link): Html {
  const own = `${base}/l/${link._id}`
  const isOutside = isWebAddress(link)
  const address = isOutside ? link.link : own
  const place = isOutside ? hostOf(link.link) : texts.categories[link.category]
  const words = link.category === note ? truncateText(shownText(link), shownOfNote) : ''
  const picture = link.thumbnail
    ? html`<img
        src="${link.thumbnail}"
        width="${link.thumbnail_width}"
        height="${link.thumbnail_height}"
        alt=""
        loading="lazy"
      />`
    : html`<span class="slip">${words || place}</span>`
  return html`<li class="k${link.category}">
    <a href="${address}" ${isOutside && html` rel="noopener nofollow ugc"`}
      >${picture}<b dir="auto">${link.name}</b></a
    >
    <span class="facts"><span>${place}</span><span>${renderDate(link.create_date)}</span></span>
  </li>`
}

const hostOf = (address: string) => URL.parse(address)?.hostname.replace(/^www\./, '') ?? ''

/** Returns the page of a link: a note with all its words, for example. */
export function renderLink(frame: Frame, link: Link, folder: Collection): string {
  const place = folder._id === frame.top ? topOf(frame) : `${frame.base}/c/${folder._id}`
  const words = shownText(link)
  const main = html`<p class="path"><a href="${place}">${folder.name}</a> /</p>
    <article>
      <h1 dir="auto">${link.name}</h1>
      <p class="facts">
        <span>${texts.categories[link.category]}</span><span>${renderDate(link.create_date)}</span>
      </p>
      ${link.thumbnail && html`<img src="${link.thumbnail}" width="${link.thumbnail_width}" height="${link.thumbnail_height}" alt="" />`}
      ${words && html`<p class="words" dir="auto">${words}</p>`}
      ${
        link.check_list.length > 0 &&
        html`<ul class="checks">
          ${link.check_list.map(({ text, done }) => html`<li>${done ? '☑' : '☐'} ${text}</li>`)}
        </ul>`
      }
      ${isWebAddress(link) && html`<p><a class="button" href="${link.link}" rel="noopener nofollow ugc">${texts.open}</a></p>`}
      ${link.tags.length > 0 && html`<p class="facts">${link.tags.map(tag => html`<span>#${tag.name}</span>`)}</p>`}
    </article>`
  const head = {
    title: link.name,
    description: truncateText(words, shownOfNote),
    path: `/l/${link._id}`,
    picture: link.thumbnail,
  }
  return renderPage(frame, head, '', main)
}
