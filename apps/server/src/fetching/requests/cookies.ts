/** The cookies of one chain of redirects. They end with it, and go only to the origin that set them. */
export interface Cookies {
  /**
   * Adds the cookies of a response.
   * @param lines its Set-Cookie headers
   * @returns true when one has a new name
   */
  add(url: URL, lines: readonly string[]): boolean
  /** Returns the Cookie header for an address; undefined when it has none. */
  headerFor(url: URL): string | undefined
}

/** Limits for one origin. */
const cookieLimits = { count: 20, length: 4096 }

/** Creates the cookies of a chain. */
export function createCookies(): Cookies {
  const byOrigin = new Map<string, Map<string, string>>()
  return {
    add(url, lines) {
      const cookies = byOrigin.get(url.origin) ?? new Map<string, string>()
      const before = cookies.size
      for (const line of lines) {
        const pair = line.split(';', 1)[0]?.trim() ?? ''
        const name = pair.split('=', 1)[0]?.trim()
        if (!name || !/^[\x20-\x7e]*$/.test(pair) || pair.length > cookieLimits.length) continue
        if (cookies.has(name) || cookies.size < cookieLimits.count) cookies.set(name, pair)
      }
      byOrigin.set(url.origin, cookies)
      return cookies.size > before
    },
    headerFor: url => [...(byOrigin.get(url.origin)?.values() ?? [])].join('; ') || undefined,
  }
}
