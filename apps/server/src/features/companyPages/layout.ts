import { companyPageTexts as texts } from '@nestmark/texts/sharing/companyPage'
import { toLogoPath } from '../../calls/companyPages.ts'
import type { Frame } from './page.ts'
import { type Html, html } from './html.ts'
import { createColourStyles, styles } from './styles.ts'

/** The number of collections in the header; the others are on the top page. */
const maxNav = 5

/** What the head of a page says about it, also to social networks. */
export interface Head {
  title: string
  description: string
  /** The path of the page below the base. */
  path: string
  /** The path of a picture, or ''. */
  picture: string
}

/** Returns a complete page. */
export function renderPage(frame: Frame, head: Head, query: string, main: Html): string {
  const { name, base, origin, label } = frame
  const logo = label?.logo && `${base}/${toLogoPath(label.logo.id)}`
  const picture = head.picture || logo
  const title = head.title === name ? name : `${head.title} – ${name}`
  const url = `${origin}${base}${head.path}` || '/'
  const page = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>${title}</title>
      <meta name="description" content="${head.description}" />
      <link rel="canonical" href="${url}" />
      <link rel="alternate" type="application/atom+xml" title="${name}" href="${base}/feed.xml" />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="${name}" />
      <meta property="og:title" content="${head.title}" />
      <meta property="og:description" content="${head.description}" />
      <meta property="og:url" content="${url}" />
      ${picture && html`<meta property="og:image" content="${origin + picture}" />`}
      ${logo && html`<link rel="icon" type="image/webp" href="${logo}" />`}
      <meta name="twitter:card" content="${head.picture ? 'summary_large_image' : 'summary'}" />
      <style>
        ${styles}${label?.palette && createColourStyles(label.palette)}
      </style>
    </head>
    <body>
      <a class="skip" href="#main">${texts.skip}</a>
      <header>
        <a class="brand" href="${topOf(frame)}">
          ${
            label?.logo &&
            html`<img src="${logo}" width="${label.logo.width}" height="${label.logo.height}" alt="" />`
          }
          ${name}
        </a>
        ${renderNav(frame)}
        <form role="search" action="${topOf(frame)}">
          <input
            type="search"
            name="q"
            value="${query}"
            aria-label="${texts.search(name)}"
            placeholder="${texts.search(name)}"
            maxlength="200"
          /><button>${texts.searchButton}</button>
        </form>
      </header>
      <main id="main">${main}</main>
      <footer>
        <b>${name}</b><a href="${topOf(frame)}">${texts.top}</a><a href="${base}/feed.xml">${texts.feed}</a>
      </footer>
    </body>
  </html> `
  return `<!doctype html>\n${page.source}`
}

export const topOf = ({ base }: Frame) => base || '/'

function renderNav(frame: Frame): Html | false {
  const { base, nav } = frame
  if (nav.length === 0) return false
  const shown = nav.slice(0, maxNav)
  return html`<nav aria-label="${texts.nav}">
    ${shown.map(each => html`<a href="${base}/c/${each._id}">${each.name}</a>`)}
    ${nav.length > maxNav && html`<a href="${topOf(frame)}#collections">${texts.more}</a>`}
  </nav>`
}

let cached: Intl.DateTimeFormat | undefined

/** Returns the formatter. Its creation takes 10 ms and 8 MB at the start of a process, which may never render a date. */
const getFormat = () =>
  (cached ??= new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }))

/** Returns a date of the calendar of UTC, such as 'Nov 29, 2026'. */
export const renderDate = (at: number): Html =>
  html`<time datetime="${new Date(at).toISOString()}">${getFormat().format(at)}</time>`
