/**
 * Returns the host that a person typed or pasted, such as `library.example.org` for `https://Library.example.org/`; in
 * lower case, and in Punycode. Null for anything else: an address with a path or a port, an IP address, a name without a dot.
 */
export function toDomainName(typed: string): string | null {
  const text = typed.trim()
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)
  if (!url || url.port !== '' || url.username !== '' || url.pathname !== '/' || url.search || url.hash)
    return null
  const host = url.hostname.replace(/\.$/, '')
  return host.length <= 253 && /^(?:[a-z0-9-]{1,63}\.)+(?!\d+$)[a-z0-9-]{2,63}$/.test(host) ? host : null
}
