import { escapeHtml } from '../../calls/escapeHtml.ts'
import type { LinkPreview } from '../../calls/publicPages.ts'

/** Inserts title, description and picture of the card into the head of the page. */
export function insertLinkPreview(
  page: string,
  { title, description, url, image, feeds }: LinkPreview,
): string {
  const properties: Record<string, string> = {
    'og:site_name': 'Nestmark',
    'og:type': 'website',
    'og:title': title,
    'og:description': description,
    'og:url': url,
    ...(image ? { 'og:image': image } : {}),
  }
  const lines = [
    ...Object.entries(properties).map(
      ([name, value]) => `<meta property="${name}" content="${escapeHtml(value)}" />`,
    ),
    `<meta name="twitter:card" content="${image ? 'summary_large_image' : 'summary'}" />`,
    ...Object.entries(feeds).map(
      ([type, href]) =>
        `<link rel="alternate" type="${type}" title="${escapeHtml(title)}" href="${escapeHtml(href)}" />`,
    ),
  ]
  return page
    .replace(
      /<title>[^<]*<\/title>/,
      () => `<title>${escapeHtml(title)}</title>\n    ${lines.join('\n    ')}`,
    )
    .replace(
      /(<meta name="description" content=")[^"]*"/,
      (_all, start: string) => `${start}${escapeHtml(description)}"`,
    )
}
