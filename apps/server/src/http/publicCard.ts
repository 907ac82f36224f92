/** What is told of a public page before any script runs, to readers of link previews. */
export interface PublicCard {
  title: string
  description: string
  /** Address of the page. */
  url: string
  /** Address of a picture, or ''. */
  image: string
  /** Addresses of the feeds of a collection, by their type. */
  feeds: Record<string, string>
}

/** Finds the card of what stands at an address, or null when it is not there for everybody. */
export type ReadCard = (kind: 'link' | 'collection', id: string) => Promise<PublicCard | null>

export const escapeHtml = (text: string) => text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`)

/** The page with title, description and picture of the card in its head. */
export function withCard(page: string, { title, description, url, image, feeds }: PublicCard): string {
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
