import { createClient, type Client } from '@nestmark/contract/client'
import type { Connection } from '../lib/state.ts'

/**
 * Sends without cookies: with the permission for a host, the browser would add those of the person, and the call would not
 * be that of the key alone. A redirect is refused, because it would turn a POST into a GET.
 */
const send: typeof fetch = (url, init) =>
  fetch(url, { ...init, credentials: 'omit', redirect: 'error', cache: 'no-store' })

/** Returns the typed calls of the server with the key of the connection. */
export function createApi({ server, key }: Pick<Connection, 'server' | 'key'>): Client {
  return createClient(server, () => key || null, send)
}
