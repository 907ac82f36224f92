/** The signs that `URL` leaves in a path, a query or a fragment, and RFC 3986 does not allow there. */
const unsafe = /[[\]{}|\\^`"<>]/g

/**
 * Returns a web or mail address as a book may link to it.
 * @returns null for any other address
 */
export function toBookAddress(text: string): string | null {
  if (!/^(?:https?:\/\/|mailto:)/i.test(text) || !URL.canParse(text)) return null
  const { origin, href } = new URL(text)
  // An IPv6 host has brackets.
  const start = href.startsWith(origin) ? origin.length : 0
  return href.slice(0, start) + href.slice(start).replace(unsafe, encodeURIComponent)
}
