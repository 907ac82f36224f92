/** A parsed Content-Type. */
export interface MediaType {
  /** Lower-case, without parameters; '' when the header is missing or invalid. */
  type: string
  charset?: string
}

const maxHeaderLength = 1024

/**
 * Parses a Content-Type header.
 * @param header as received; undefined when there was none
 */
export function parseMediaType(header: string | undefined): MediaType {
  const [first = '', ...parameters] = (header ?? '').slice(0, maxHeaderLength).split(';')
  const type = first.trim().toLowerCase()
  if (!/^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/.test(type)) return { type: '' }
  for (const parameter of parameters) {
    const [name = '', value] = parameter.split('=', 2)
    if (name.trim().toLowerCase() !== 'charset' || value === undefined) continue
    return { type, charset: value.trim().replace(/^["']|["']$/g, '') }
  }
  return { type }
}

/**
 * Returns the file name of a Content-Disposition header (RFC 6266), preferably the encoded form.
 * @returns undefined when it has none or is invalid
 */
export function parseFileName(header: string | undefined): string | undefined {
  const text = (header ?? '').slice(0, maxHeaderLength)
  const encoded = /filename\*=(?:utf-8|UTF-8)'[^']{0,20}'([^;\s]+)/.exec(text)?.[1]
  if (encoded) {
    try {
      return decodeURIComponent(encoded)
    } catch {
      // Invalid escapes: falls back to the plain form.
    }
  }
  const plain = /filename="([^"]+)"/.exec(text)?.[1] ?? /filename=([^;\s"]+)/.exec(text)?.[1]
  if (!plain) return undefined
  // Many servers send raw UTF-8 here, which arrives as one character per byte.
  const utf8 = Buffer.from(plain, 'latin1').toString('utf8')
  return utf8.includes('\ufffd') ? plain : utf8
}
