import net from 'node:net'
import tls from 'node:tls'
import type { Client } from 'undici'
import { bareHost, effectivePort, isGlobal } from './address.ts'
import { FetchRefused } from './fetchRefused.ts'

/** One connection for one request, to addresses that were checked before. */
export interface PinnedClient {
  client: Client
  /** Ends the connection at once, also while it is still being made. */
  destroy(): void
}

/**
 * Prepares a connection that can only go to the pinned addresses. The name goes into Host and SNI, and is never
 * resolved again (S05). Nothing is pooled, so no later request can meet a connection that was made for another name.
 * @param url where the request goes
 * @param pinned its checked addresses
 * @param allowed whether the operator named this host and port, so that a private address is right
 * @param signal ends the connection, whatever its state
 * @param connected called as soon as the request can be sent
 */
export async function openPinned(
  url: URL,
  pinned: string[],
  allowed: boolean,
  signal: AbortSignal,
  connected: () => void,
): Promise<PinnedClient> {
  // Loaded at the first fetch only: a server that fetches nothing does not carry it.
  const { Client } = await import('undici')
  let socket: net.Socket | undefined
  const client = new Client(url.origin, {
    allowH2: false,
    pipelining: 1,
    maxHeaderSize: 16 * 1024,
    // The fetcher keeps its own clocks, which also cover what lies between these two.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect(_options, callback) {
      const made = connect(url, pinned)
      socket = made
      let told = false
      const fail = (error: Error) => {
        made.destroy()
        if (!told) callback(error, null)
        told = true
      }
      made.on('error', error => fail(new FetchRefused(connectReason(error))))
      // A connection in the making does not hear of its request's end by itself.
      signal.addEventListener('abort', () => fail(signal.reason), { once: true })
      made.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        // Never true unless the runtime ignored the pinning above; then nothing may be sent.
        if (!allowed && !isGlobal(made.remoteAddress ?? '')) return fail(new FetchRefused('not-global'))
        told = true
        connected()
        callback(null, made)
      })
    },
  })
  return {
    client,
    destroy() {
      socket?.destroy()
      void client.destroy().catch(() => {})
    },
  }
}

function connect(url: URL, pinned: string[]): net.Socket {
  const host = bareHost(url)
  const target: net.TcpNetConnectOpts = {
    host,
    port: effectivePort(url),
    // Answers with what was checked, whatever the name says by now. A literal host was checked itself.
    lookup: (_name, _options, callback) =>
      callback(
        null,
        pinned.map(address => ({ address, family: net.isIP(address) })),
      ),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: 1000,
  }
  if (url.protocol === 'http:') return net.connect(target)
  const servername = net.isIP(host) ? '' : host.replace(/\.$/, '')
  return tls.connect({ ...target, servername, ALPNProtocols: ['http/1.1'] } as tls.ConnectionOptions)
}

/** What the network says goes no further than the log (S09). */
function connectReason(error: Error & { code?: string }): 'connect' | 'tls' {
  const network = ['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'EADDRNOTAVAIL']
  return error.code && !network.includes(error.code) ? 'tls' : 'connect'
}
