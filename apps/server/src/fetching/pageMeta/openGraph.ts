import { languageTag, webAddress, type Claims } from './claims.ts'
import { cleanText, maxDescription, maxTitle } from './cleanText.ts'
import type { Collected } from './collect.ts'

/**
 * Returns the Open Graph metadata (ogp.me). The address of a picture may be in three properties.
 * @param base resolves relative addresses
 */
export function openGraph({ meta }: Collected, base: string): Claims {
  const first = (key: string) => meta.get(key)?.[0]
  const pictures = ['og:image:secure_url', 'og:image', 'og:image:url'].flatMap(key => meta.get(key) ?? [])
  return {
    title: cleanText(first('og:title'), maxTitle),
    description: cleanText(first('og:description'), maxDescription),
    images: pictures.map(text => webAddress(text, base)).filter(address => address !== undefined),
    canonical: webAddress(first('og:url'), base),
    siteName: cleanText(first('og:site_name'), 100),
    keywords: [...(meta.get('article:tag') ?? []), ...(meta.get('og:video:tag') ?? [])],
    lang: languageTag(first('og:locale')),
  }
}
