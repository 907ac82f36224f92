/** An address in a captured page, in whose place its content is written. */
export interface PageResource {
  kind: 'picture' | 'sheet'
  /** Absolute. */
  address: string
  /** An image that shows it: its pixels are read where the address cannot be. */
  image?: HTMLImageElement
}

/** A captured page in the order in which it is written: texts, and what is not read yet. */
export type Part = string | PageResource

const cssAddress = /url\(\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^"')\s]*))\s*\)/g

/** Splits a text of CSS at its addresses. @param base resolves them */
export function splitCss(css: string, base: string): Part[] {
  const parts: Part[] = []
  let end = 0
  for (const found of css.matchAll(cssAddress)) {
    const [whole, double, single, bare] = found
    const address = unescapeCss(double ?? single ?? bare ?? '')
    parts.push(css.slice(end, found.index), 'url("')
    // A fragment is in this page, such as a filter of its SVG.
    if (address.startsWith('#')) parts.push(address.replace(/["\\]/g, ''))
    else {
      const resolved = URL.parse(address, base)
      if (resolved) parts.push({ kind: 'picture', address: resolved.href })
    }
    parts.push('")')
    end = found.index + whole.length
  }
  parts.push(css.slice(end))
  return parts.map(part => (typeof part === 'string' ? part.replace(/<\/(?=style)/gi, '<\\/') : part))
}

/** Resolves the escapes of a string of CSS (CSS Syntax 3, 4.3.7). */
const unescapeCss = (text: string): string =>
  text.replace(/\\(?:([0-9a-f]{1,6})\s?|(.))/gi, (_, code: string | undefined, char: string) =>
    code === undefined ? char : String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)),
  )

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes a text or the value of an attribute for HTML. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, char => escapes[char] ?? char)

/**
 * Cuts a text into pieces of at most a length, and never between the two halves of a character: a message would replace
 * them.
 */
export function cutPieces(text: string, length: number): string[] {
  const pieces: string[] = []
  for (let at = 0; at < text.length;) {
    const end = at + length
    const isHalf = end < text.length && /[\uD800-\uDBFF]/.test(text[end - 1] ?? '')
    pieces.push(text.slice(at, isHalf ? end - 1 : end))
    at = isHalf ? end - 1 : end
  }
  return pieces
}
