import { escapeAttribute } from '@nestmark/core/copy/escape'
import type { Resources } from '@nestmark/core/copy/resources'

/** Maximum length of all pictures of an article, in UTF-16 code units of their `data:` addresses. */
const maxEmbedded = 10_000_000

// `writeArticle` writes this attribute first, and `<` nowhere else than in tags.
const imagePattern = /<img src="([^"]*)"/g

/** Lists the addresses of the pictures that an article of `writeArticle` does not contain itself, each once. */
export function listPictures(html: string): string[] {
  const addresses = [...html.matchAll(imagePattern)].map(([, address = '']) => decodeReferences(address))
  return [...new Set(addresses.filter(address => !address.startsWith('data:')))]
}

/**
 * Embeds the pictures of an article. The others lose their addresses, so that browsers send no requests to their
 * hosts.
 */
export function embedPictures(html: string, resources: Pick<Resources, 'findPicture'>): string {
  let left = maxEmbedded
  return html.replace(imagePattern, (_, written: string) => {
    const address = decodeReferences(written)
    const data = address.startsWith('data:') ? address : resources.findPicture(address)
    if (data === null || data.length > left) return '<img'
    left -= data.length
    return `<img src="${escapeAttribute(data)}"`
  })
}

function decodeReferences(written: string): string {
  const signs: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }
  return written.replace(/&(?:lt|gt|quot|amp);/g, found => signs[found] ?? found)
}
