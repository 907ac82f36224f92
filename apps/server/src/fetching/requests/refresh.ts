/** A page that stays for longer is one to read, in seconds. */
const maxSeconds = 5

/**
 * Returns the address to which a page moves, as written in its `Refresh` header or the meta element of that name.
 * @returns undefined when it reloads itself, or moves later than in five seconds
 */
export function parseRefresh(written: string | undefined): string | undefined {
  const [start = '', seconds] = /^\s*(\d{1,5})(?:\.\d*)?\s*[;,]?\s*(?:url\s*=\s*)?/i.exec(written ?? '') ?? []
  if (!written || seconds === undefined || Number(seconds) > maxSeconds) return undefined
  const rest = written.slice(start.length)
  const quote = rest[0]
  const address = quote === '"' || quote === "'" ? rest.slice(1).split(quote, 1)[0] : rest
  return address?.trim() || undefined
}
