/** Returns the host of an address without 'www.'; '' where the address has none. */
export function formatHost(address: string): string {
  return parse(address)?.hostname.replace(/^www\./, '') ?? ''
}

/**
 * Returns an address that is safe in an `href`; undefined where the scheme is not http or https. Imported or
 * API-created links may contain `javascript:` or `data:`, which must never be executed.
 */
export function safeHref(address: string): string | undefined {
  const url = parse(address)
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : undefined
}

/** Returns the ID from a page address without the query that social networks append. */
export function cleanId(id: string | undefined): string {
  return (id ?? '').split(/[?&]/)[0] ?? ''
}

/** Returns a query string with these parameters, without those that are '' or undefined. Other parameters remain. */
export function withParameters(search: string, values: Record<string, string | undefined>): string {
  const query = new URLSearchParams(search)
  for (const [name, value] of Object.entries(values))
    if (value) query.set(name, value)
    else query.delete(name)
  return query.size === 0 ? '' : `?${query}`
}

function parse(address: string): URL | null {
  if (address === '') return null
  for (const candidate of [address, `http://${address}`])
    try {
      return new URL(candidate)
    } catch {
      // Try the next candidate.
    }
  return null
}
