import { webAddress, type Claims } from './claims.ts'
import { cleanText, maxDescription, maxTitle } from './cleanText.ts'
import type { Collected } from './collect.ts'

/**
 * Returns the metadata in a Twitter card.
 * @param base resolves relative addresses
 */
export function twitterCard({ meta }: Collected, base: string): Claims {
  const pictures = ['twitter:image', 'twitter:image:src'].flatMap(key => meta.get(key) ?? [])
  return {
    title: cleanText(meta.get('twitter:title')?.[0], maxTitle),
    description: cleanText(meta.get('twitter:description')?.[0], maxDescription),
    images: pictures.map(text => webAddress(text, base)).filter(address => address !== undefined),
  }
}
