/** The metadata from one source within a page. Texts are cleaned, addresses are absolute http(s). */
export interface Metadata {
  title?: string
  description?: string
  /** In order of preference. */
  images?: string[]
  canonical?: string
  siteName?: string
  keywords?: string[]
  lang?: string
}

/** A page, a document or an oEmbed response as raw bytes. */
export interface RawPage {
  /** The address of the response. */
  url: string
  bytes: Uint8Array
  /** Charset of the Content-Type header. */
  charset?: string
  read: 'markup' | 'pdf' | 'oEmbed' | 'move'
  /** The site whose player to look for, as a key of `Recognised`. */
  playerKey?: string
}

/** The metadata found in a page without further requests. */
export interface PageMetadata {
  /** Open Graph, Twitter card, JSON-LD: metadata written for machines. In order of precedence. */
  declared: Metadata[]
  /** Title element, headings, paragraphs: the visible text. */
  visible: Metadata
  /** Address of an oEmbed response in JSON. */
  oEmbed?: string
  /** The address to which the page moves. */
  move?: string
  /** True for the page that a site shows instead, to find out whether its visitor is a person. */
  isChallenge?: boolean
  /** Address of the player that was requested from the site. */
  player?: string
}

const maxAddressLength = 2048

/**
 * Resolves an address found in a page.
 * @returns undefined for schemes other than http and https, and for addresses too long to be fetched
 */
export function resolveWebAddress(text: unknown, base: string): string | undefined {
  if (typeof text !== 'string' || !text.trim() || text.length > maxAddressLength) return undefined
  const url = URL.parse(text.trim(), base)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined
  url.username = ''
  url.password = ''
  return url.href.length > maxAddressLength ? undefined : url.href
}

/** Returns a language tag in the form of BCP 47, or undefined. Open Graph uses an underscore. */
export function parseLanguageTag(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > 35) return undefined
  const tag = text.trim().replaceAll('_', '-')
  return /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,4}$/i.test(tag) ? tag : undefined
}
