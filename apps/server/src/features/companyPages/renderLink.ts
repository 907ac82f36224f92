import type { Collection, Link } from '@nestmark/contract/shapes'
import { truncateText } from '@nestmark/core/words/truncateText'
import { companyPageTexts as texts } from '@nestmark/texts/sharing/companyPage'
import type { Frame } from './page.ts'
import { type Html, html } from './html.ts'
import { renderDate, renderPage, topOf } from './layout.ts'

const note = 4
/** The beginning of a note that a list shows, in characters. */
const shownOfNote = 240

const isWebAddress = ({ link }: Link) => /^https?:\/\//i.test(link)
/** The words that visitors may see. */
const shownText = ({ desc, desc_toggle: isShown }: Link) => (isShown ? desc : '')

/** Returns a link in a list. What has no web address has a page of the site. */
export function renderCard({ base }: Frame, link: Link): Html {
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
