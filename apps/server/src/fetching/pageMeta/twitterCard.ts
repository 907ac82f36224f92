import { resolveWebAddress, type Metadata } from './metadata.ts'
import { cleanText, maxDescription, maxTitle } from './cleanText.ts'
import type { ParsedHtml } from './parseHtml.ts'

/**
 * Returns the metadata in a Twitter card.
 * @param base resolves relative addresses
 */
export function readTwitterCard({ meta }: ParsedHtml, base: string): Metadata {
  const pictures = ['twitter:image', 'twitter:image:src'].flatMap(key => meta.get(key) ?? [])
  return {
    title: cleanText(meta.get('twitter:title')?.[0], maxTitle),
    description: cleanText(meta.get('twitter:description')?.[0], maxDescription),
    images: pictures.map(text => resolveWebAddress(text, base)).filter(address => address !== undefined),
  }
}
