/** The kinds of resources that a copy of a page embeds. */
export type ResourceKind = 'picture' | 'styleSheet' | 'font'

/** A resource that a copy embeds. */
export interface WantedResource {
  kind: ResourceKind
  /** Absolute, http or https, without fragment. */
  address: string
}

/** A fetched style sheet. */
export interface StyleSheet {
  css: string
  /** The address after redirects; it resolves the addresses in the sheet. */
  address: string
}

/** Maximum length of a chain of style sheets that import each other. */
export const maxImportDepth = 4

/** Finds fetched resources by their absolute addresses; null for those that are not embedded. */
export interface Resources {
  /** Returns a `data:` address. */
  findPicture(address: string): string | null
  /** Returns a `data:` address. */
  findFont(address: string): string | null
  findStyleSheet(address: string): StyleSheet | null
}

/** Maximum length of an address that a copy contains, in UTF-16 code units. */
const maxAddressLength = 4096
/** Maximum length of a `data:` address that the page itself contains, in UTF-16 code units. */
const maxDataLength = 2_000_000

/**
 * Resolves an address of a page.
 * @param base absolute
 * @returns an absolute http or https address without credentials; null for any other
 */
export function resolveAddress(text: string, base: string): string | null {
  if (text.length > maxAddressLength || text.trim() === '') return null
  const url = URL.parse(text.trim(), base)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  url.username = ''
  url.password = ''
  return url.href
}

/** Resolves the address of a resource; the fragment does not change what is fetched. */
export function resolveResource(text: string, base: string): string | null {
  return resolveAddress(text, base)?.replace(/#.*$/s, '') ?? null
}

const pictureData =
  /^data:image\/(?:png|jpeg|jpg|gif|webp|avif|svg\+xml|bmp|x-icon|vnd\.microsoft\.icon)[;,]/i
const fontData = /^data:(?:font\/[\w+.-]+|application\/(?:x-)?font-[\w+.-]+)[;,]/i

/** Returns a `data:` address that a page contains itself, if it is a picture of moderate size; else null. */
export function acceptPictureData(text: string): string | null {
  const data = text.trim()
  return data.length <= maxDataLength && pictureData.test(data) ? data : null
}

/** Returns a `data:` address that a page contains itself, if it is a font of moderate size; else null. */
export function acceptFontData(text: string): string | null {
  const data = text.trim()
  return data.length <= maxDataLength && fontData.test(data) ? data : null
}

/** Returns true for addresses that contain their data. */
export function isDataAddress(text: string): boolean {
  return /^\s*data:/i.test(text)
}
