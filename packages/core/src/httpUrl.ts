// What the URL standard also lets through as a host (`javascript&colon;alert(1)`) is no host of a site.
const plainHost = /^(?:[a-z0-9._~-]+|\[[0-9a-f:.]+\])$/

/** Parses an http(s) address whose host is made of host characters only; null for anything else. */
export function parsed(address: string): URL | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  return plainHost.test(url.hostname) ? url : null
}
