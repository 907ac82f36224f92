/** What one source within a page says about it. Texts are cleaned, addresses absolute http(s). */
export interface Claims {
  title?: string
  description?: string
  /** The best first. */
  images?: string[]
  canonical?: string
  siteName?: string
  keywords?: string[]
  lang?: string
}

/** A page, a document or an oEmbed answer as its bytes came. */
export interface RawPage {
  /** The address that answered. */
  url: string
  bytes: Uint8Array
  /** Charset of the Content-Type header. */
  charset?: string
  read: 'markup' | 'pdf' | 'oEmbed'
}

/** What was found in a page without asking anyone else. */
export interface PageClaims {
  /** Open Graph, Twitter card, JSON-LD: written for others to read. In order of trust. */
  told: Claims[]
  /** Title element, headings, paragraphs: what a reader would see. */
  seen: Claims
  /** Address of an oEmbed answer in JSON. */
  oEmbed?: string
}

const longestAddress = 2048

/**
 * Resolves an address found in a page.
 * @returns undefined for anything but http and https, and for addresses too long to be fetched
 */
export function webAddress(text: unknown, base: string): string | undefined {
  if (typeof text !== 'string' || !text.trim() || text.length > longestAddress) return undefined
  const url = URL.parse(text.trim(), base)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined
  url.username = ''
  url.password = ''
  return url.href.length > longestAddress ? undefined : url.href
}

/** A language tag by the shape of BCP 47, or nothing. Open Graph writes it with an underscore. */
export function languageTag(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > 35) return undefined
  const tag = text.trim().replaceAll('_', '-')
  return /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,4}$/i.test(tag) ? tag : undefined
}
