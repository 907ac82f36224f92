/** The host of an address without its 'www.', or '' when there is none. */
export function formatHost(address: string): string {
  return parse(address)?.hostname.replace(/^www\./, '') ?? ''
}

/**
 * An address that may stand in an `href`: http and https alone. Whatever a file or an API brought along
 * (javascript:, data:) must never run here.
 */
export function safeHref(address: string): string | undefined {
  const url = parse(address)
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : undefined
}

/** An id from an address of the page, without the trailing query that social networks glue on. */
export function cleanId(id: string | undefined): string {
  return (id ?? '').split(/[?&]/)[0] ?? ''
}

function parse(address: string): URL | null {
  if (address === '') return null
  for (const candidate of [address, `http://${address}`])
    try {
      return new URL(candidate)
    } catch {
      // The next way of reading it may do.
    }
  return null
}
