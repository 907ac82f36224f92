/** Matches hosts that are usually served without TLS: this machine, private IPv4 addresses, and names of a home network. */
const privateHost =
  /^(localhost|[\w-]+|[\w.-]+\.(local|lan|home|internal)|127(\.\d+){3}|10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|\[::1\])$/i

/**
 * Returns the origin of the server that a person typed: with http where only http is typed or likely.
 * @returns null for what is no address of a server
 */
export function toServerOrigin(typed: string): string | null {
  const text = typed.trim()
  // Chromium makes a host of them.
  if (/\s/.test(text)) return null
  const hasScheme = /^[a-z][\w+.-]*:\/\//i.test(text)
  const url = URL.parse(hasScheme ? text : `https://${text}`)
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '' || url.username !== '') return null
  if (!hasScheme && privateHost.test(url.hostname)) url.protocol = 'http:'
  return url.origin
}

/** Returns the pattern of the permission for a server: without its port, with which Firefox would match nothing. */
export function toHostPattern(server: string): string {
  const { protocol, hostname } = new URL(server)
  return `${protocol}//${hostname}/*`
}
