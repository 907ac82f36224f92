import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** How the proxy treats connections. */
export type ProxyMode =
  /** Bytes are forwarded. */
  | 'forward'
  /** Bytes are accepted and discarded, on open and new connections: dropped packets, a frozen host. */
  | 'blackhole'
  /** Bytes of open connections are discarded, new connections work: a host that moved. */
  | 'blackhole-open'
  /** Open connections are reset, new ones are refused. */
  | 'refuse'

export interface TcpProxy {
  /** The address of the PostgreSQL through the proxy. */
  url: string
  port: number
  set(mode: ProxyMode): Promise<void>
  close(): Promise<void>
}

/**
 * Starts a proxy between a server and its PostgreSQL.
 * @param change receives the first packet of each connection and returns the packet to send instead
 */
export async function tcpProxy(
  databaseUrl: string,
  change: (packet: Buffer) => Buffer = packet => packet,
): Promise<TcpProxy> {
  const target = new URL(databaseUrl)
  const open = new Set<{ sockets: Socket[]; lost: boolean }>()
  let mode: ProxyMode = 'forward'
  const server = createServer(client => {
    const upstream = connect(Number(target.port), target.hostname)
    const pair = { sockets: [client, upstream], lost: mode === 'blackhole' }
    open.add(pair)
    let first = true
    const pass = (from: Socket, to: Socket) => {
      from.on('data', data => {
        if (pair.lost) return
        to.write(first && from === client ? change(data) : data)
        first &&= from !== client
      })
      from.on('error', () => undefined)
      from.on('close', () => {
        open.delete(pair)
        if (!pair.lost) to.destroy()
      })
    }
    pass(client, upstream)
    pass(upstream, client)
  })
  const listen = (port: number) =>
    new Promise<void>(resolve => void server.listen(port, '127.0.0.1', () => resolve()))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const cutAll = () => {
    for (const { sockets } of open) for (const socket of sockets) socket.resetAndDestroy()
  }
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return {
    url: url.href,
    port,
    async set(next) {
      mode = next
      if (next.startsWith('blackhole')) for (const pair of open) pair.lost = true
      else if (next === 'refuse') {
        server.close()
        cutAll()
      } else if (!server.listening) await listen(port)
    },
    async close() {
      server.close()
      cutAll()
    },
  }
}
