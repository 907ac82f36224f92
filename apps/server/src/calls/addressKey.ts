import ipaddr from 'ipaddr.js'

/** Returns the rate limit key of a caller: an IPv4 address, or the /64 network that an IPv6 customer gets. */
export function toAddressKey(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  return (
    address
      .toByteArray()
      .slice(0, 8)
      .map(byte => byte.toString(16).padStart(2, '0'))
      .join('') + '/64'
  )
}
