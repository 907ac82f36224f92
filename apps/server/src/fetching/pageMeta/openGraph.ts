import { languageTag, webAddress, type Claims } from './claims.ts'
import { cleanText, maxDescription, maxTitle } from './cleanText.ts'
import type { Collected } from './collect.ts'

/**
 * What Open Graph says (ogp.me). The addresses of a picture may stand in three properties.
 * @param base against which addresses are resolved
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
