import type { PublicContent, PublicEntry } from '../../calls/publicPages.ts'
import { escapeHtml } from '../../calls/escapeHtml.ts'

/** Inserts the content into the page, where only browsers without scripts show it. */
export function insertPublicContent(page: string, content: PublicContent): string {
  return page.replace(
    '<div id="root">',
    () => `<noscript>${renderContent(content)}</noscript>\n    <div id="root">`,
  )
}

function renderContent({
  title,
  description,
  author,
  path,
  query,
  collections,
  links,
}: PublicContent): string {
  return [
    `<main><p>Collected by ${escapeHtml(author)}</p><h1>${escapeHtml(title)}</h1>`,
    description && `<p>${escapeHtml(description)}</p>`,
    `<form action="${escapeHtml(path)}"><label>Search this collection
      <input type="search" name="q" value="${escapeHtml(query)}"></label> <button>Search</button></form>`,
    collections.length > 0 && `<h2>Collections</h2><ul>${collections.map(renderEntry).join('')}</ul>`,
    `<h2>Links</h2>`,
    links.length > 0 ? `<ul>${links.map(renderEntry).join('')}</ul>` : '<p>Nothing here yet</p>',
    `</main>`,
  ]
    .filter(Boolean)
    .join('\n')
}

const renderEntry = ({ title, address }: PublicEntry) =>
  `<li><a href="${escapeHtml(address)}" rel="noopener nofollow ugc">${escapeHtml(title)}</a></li>`
