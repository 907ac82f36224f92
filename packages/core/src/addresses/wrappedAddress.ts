/** Addresses of extensions that show or suspend a page, of reading views, and of the source of a page. */
const wrapper = /^(?:view-source:|about:reader\?|(?:[a-z-]{0,24}extension|chrome-distiller|read):\/\/)/i
const maxDepth = 3

/**
 * Returns the web address inside an address that a browser or an extension has wrapped around it, such as
 * `about:reader?url=…`, `view-source:…` or `chrome-extension://…#uri=…`.
 * @returns the web address as it is there; any other text unchanged
 */
export function unwrapAddress(text: string): string {
  let address = text.trim()
  for (let depth = 0; depth < maxDepth && wrapper.test(address); depth++) address = findInside(address)
  return /^https?:/i.test(address) ? address : text
}

function findInside(address: string): string {
  const source = /^view-source:/i.exec(address)
  if (source) return address.slice(source[0].length)
  const named = /[?#&](?:uri|url|file)=/i.exec(address)
  // The viewers of PDF files of browsers have it as their path.
  const found = named ?? /^[a-z-]+:\/\/[^/?#]*\//i.exec(address)
  const inside = found ? address.slice(found.index + found[0].length) : ''
  if (!/^[a-z-]+%3a/i.test(inside)) return inside
  try {
    return decodeURIComponent(inside.split(/[&#]/, 1)[0] ?? '')
  } catch {
    return ''
  }
}
