import net from 'node:net'
import tls from 'node:tls'
import type { Client } from 'undici'
import { stripBrackets, effectivePort, isPublicAddress } from './addressPolicy.ts'
import { FetchRefused } from './fetchRefused.ts'

/** A connection for one request, to addresses that were checked before. */
export interface PinnedClient {
  client: Client
  /** Closes the connection immediately, also while it is being established. */
  destroy(): void
}

/**
 * Prepares a connection to the pinned addresses only. The name is used for Host and SNI, and is not resolved
 * again (S05). There is no pool, so no later request can use a connection of another name.
 * @param url the target
 * @param pinned its checked addresses
 * @param allowed whether the operator allowed this host and port, so that a private address is accepted
 * @param signal aborts the connection in any state
 * @param connected called as soon as the request can be sent
 */
export async function openPinnedConnection(
  url: URL,
  pinned: string[],
  allowed: boolean,
  signal: AbortSignal,
  connected: () => void,
): Promise<PinnedClient> {
  // Loaded at the first fetch, to save memory on servers that fetch nothing.
  const { Client } = await import('undici')
  let opened: net.Socket | undefined
  const client = new Client(url.origin, {
    allowH2: false,
    pipelining: 1,
    maxHeaderSize: 16 * 1024,
    // The fetcher has separate timeouts, which also cover the time between these two.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect(_options, callback) {
      const socket = connect(url, pinned)
      opened = socket
      let settled = false
      const fail = (error: Error) => {
        socket.destroy()
        if (!settled) callback(error, null)
        settled = true
      }
      socket.on('error', error => fail(toRefusal(error)))
      // A connection that is being established does not observe the abort of its request.
      signal.addEventListener('abort', () => fail(signal.reason), { once: true })
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        // Never true unless the runtime ignored the pinned addresses; then nothing may be sent.
        if (!allowed && !isPublicAddress(socket.remoteAddress ?? ''))
          return fail(new FetchRefused('not-global'))
        settled = true
        connected()
        callback(null, socket)
      })
    },
  })
  return {
    client,
    destroy() {
      opened?.destroy()
      void client.destroy().catch(() => {})
    },
  }
}

function connect(url: URL, pinned: string[]): net.Socket {
  const host = stripBrackets(url)
  // A literal host was checked itself.
  const target = { host, ...toPinned(url, pinned) }
  if (url.protocol === 'http:') return net.connect(target)
  const servername = net.isIP(host) ? '' : host.replace(/\.$/, '')
  return tls.connect({ ...target, servername, ALPNProtocols: ['http/1.1'] } as tls.ConnectionOptions)
}

/** Reduces a network error to a reason, which only the log shows (S09). */
function toRefusal(error: Error & { code?: string }): FetchRefused {
  const network = ['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'EADDRNOTAVAIL']
  if (!error.code || network.includes(error.code)) return new FetchRefused('connect')
  return new FetchRefused('tls', error.code === 'CERT_HAS_EXPIRED' ? 'certificate-ended' : undefined)
}

/** Returns how to connect to the checked addresses of a name, regardless of its current resolution. */
export function toPinned(url: URL, pinned: readonly string[]) {
  return {
    port: effectivePort(url),
    lookup: (_name, _options, callback) =>
      callback(
        null,
        pinned.map(address => ({ address, family: net.isIP(address) })),
      ),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: 1000,
  } satisfies Partial<net.TcpNetConnectOpts>
}
