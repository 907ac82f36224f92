import type http from 'node:http'
import net from 'node:net'
import { serveDns } from './dnsServer.testing.ts'
import { serve } from './web.testing.ts'

/** Public sites as a test sees them: their names lead to a server on the loopback interface. */
export interface NamedSites {
  /** Settings for the server under test. */
  settings: { fetchDns: string; fetchAllowPrivate: string[] }
  close(): Promise<void>
}

const httpPort = 80

/**
 * Serves sites by their names on the standard port of HTTP, which tests may not open: connections of this process to
 * that port of the loopback interface lead to the server's own port.
 * @param hosts the names that exist; all others have no address
 */
export async function serveNamedSites(
  hosts: readonly string[],
  handler: http.RequestListener,
): Promise<NamedSites> {
  const server = await serve(handler)
  const dns = await serveDns((name, kind) =>
    !hosts.includes(name) ? undefined : kind === 'A' ? ['127.0.0.1'] : [],
  )
  const { connect } = net
  net.connect = ((target: net.TcpNetConnectOpts, ...rest: []) =>
    connect(
      target.port === httpPort && hosts.includes(target.host ?? '')
        ? { ...target, port: server.port }
        : target,
      ...rest,
    )) as typeof net.connect
  return {
    settings: {
      fetchDns: dns.address,
      fetchAllowPrivate: hosts.map(host => `${host}:${httpPort}`),
    },
    async close() {
      net.connect = connect
      await dns.close()
      await server.close()
    },
  }
}
