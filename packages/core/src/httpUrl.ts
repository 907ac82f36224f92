// What the URL standard also lets through as a host (`javascript&colon;alert(1)`) is no host of a site.
const plainHost = /^(?:[a-z0-9._~-]+|\[[0-9a-f:.]+\])$/

let last: { address: string; url: Readonly<URL> | null } = { address: '', url: null }

/**
 * Parses an http(s) address whose host is made of host characters only; null for anything else. The last one is kept:
 * an address is judged, recognised and compared one after the other, and parsing it is the most of that.
 */
export function parsed(address: string): Readonly<URL> | null {
  if (last.address !== address) last = { address, url: parse(address) }
  return last.url
}

function parse(address: string): URL | null {
  try {
    // Asking `canParse` first would read every good address twice.
    const url = new URL(address)
    const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
    return isWeb && plainHost.test(url.hostname) ? url : null
  } catch {
    return null
  }
}
