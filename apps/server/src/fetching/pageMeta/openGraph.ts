import { parseLanguageTag, resolveWebAddress, type Metadata } from './metadata.ts'
import { cleanText, maxDescription, maxTitle } from './cleanText.ts'
import type { ParsedHtml } from './parseHtml.ts'

/**
 * Returns the Open Graph metadata (ogp.me). The address of a picture may be in three properties.
 * @param base resolves relative addresses
 */
export function readOpenGraph({ meta }: ParsedHtml, base: string): Metadata {
  const first = (key: string) => meta.get(key)?.[0]
  const pictures = ['og:image:secure_url', 'og:image', 'og:image:url'].flatMap(key => meta.get(key) ?? [])
  return {
    title: cleanText(first('og:title'), maxTitle),
    description: cleanText(first('og:description'), maxDescription),
    images: pictures.map(text => resolveWebAddress(text, base)).filter(address => address !== undefined),
    canonical: resolveWebAddress(first('og:url'), base),
    siteName: cleanText(first('og:site_name'), 100),
    keywords: [...(meta.get('article:tag') ?? []), ...(meta.get('og:video:tag') ?? [])],
    lang: parseLanguageTag(first('og:locale')),
  }
}
