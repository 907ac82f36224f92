import type { PendingConnection } from '../lib/state.ts'

/** The page of the server on which a person allows the connection. */
export const connectPath = '/connect-extension'

/**
 * Returns the one-time code in the address of a tab; null unless it is the answer that the connection waits for: the
 * tab that was opened for it, the page of its server, and its state.
 */
export function readCode(pending: PendingConnection, tabId: number, address: string): string | null {
  const url = URL.parse(address)
  if (!url || tabId !== pending.tabId || url.origin !== pending.server || url.pathname !== connectPath)
    return null
  const given = new URLSearchParams(url.hash.slice(1))
  return given.get('state') === pending.state ? given.get('code') : null
}
