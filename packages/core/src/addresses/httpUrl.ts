// The URL standard also accepts hosts such as `javascript&colon;alert(1)`, which no site has.
const hostPattern = /^(?:[a-z0-9._~-]+|\[[0-9a-f:.]+\])$/

let lastParsed: { address: string; url: Readonly<URL> | null } = { address: '', url: null }

/**
 * Parses an http(s) address whose host consists only of host characters; returns null for anything else. Caches the last
 * result: an address is judged, recognised and compared in succession, and parsing takes most of that time.
 */
export function parseHttpUrl(address: string): Readonly<URL> | null {
  if (lastParsed.address !== address) lastParsed = { address, url: parse(address) }
  return lastParsed.url
}

function parse(address: string): URL | null {
  try {
    // Calling `canParse` first would parse every valid address twice.
    const url = new URL(address)
    const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
    return isWeb && hostPattern.test(url.hostname) ? url : null
  } catch {
    return null
  }
}
