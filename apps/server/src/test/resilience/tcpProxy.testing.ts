import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** What becomes of a connection through the proxy. */
export type ProxyMode =
  /** Bytes pass. */
  | 'forward'
  /** Bytes are taken and lost, on open connections and on new ones: dropped packets, a frozen host. */
  | 'blackhole'
  /** Open connections lose their bytes, new ones work: a host that moved. */
  | 'blackhole-open'
  /** Open connections are reset, new ones refused. */
  | 'refuse'

export interface TcpProxy {
  /** The same PostgreSQL address, through the proxy. */
  url: string
  port: number
  set(mode: ProxyMode): Promise<void>
  close(): Promise<void>
}

/**
 * Stands between a server and its PostgreSQL.
 * @param change is handed the first packet of each connection, and returns what is sent in its place
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
