import type pg from 'pg'
import { parsePostgresAddress } from './postgres/address.ts'
import { connectClient, PostgresHosts } from './postgres/hosts.ts'

/** Publishes short messages between the servers on one PostgreSQL. */
export interface Channel {
  /**
   * Publishes a message to all other servers, at most 7,000 bytes. When it cannot be sent, they receive a gap
   * later.
   */
  send(text: string): void
  close(): Promise<void>
}

export interface ChannelListener {
  message(text: string): void
  /** Reports that messages before this time may have been missed. From now on none is missed. */
  gap(): void
}

const name = 'nestmark_events'
/** A dead connection is detected after the sum of these two. */
const heartbeatMs = 5_000
const responseTimeoutMs = 4_000
const maxReconnectDelayMs = 2_000

/**
 * Subscribes on a separate connection for as long as the server runs, and reconnects automatically. A server does
 * not receive its own messages.
 */
export function openChannel(url: string, listener: ChannelListener): Channel {
  const hosts = new PostgresHosts(parsePostgresAddress(url))
  let client: pg.Client | null = null
  let closed = false
  let reconnectDelayMs = 100
  let timer: NodeJS.Timeout | undefined
  /** True when a message could not be sent. */
  let isGapPending = false

  function handleDisconnect(lost?: pg.Client): void {
    if (client === lost) client = null
    // Destroyed without a closing handshake: the peer may not be there.
    lost?.connection.stream.destroy()
    hosts.invalidate()
    if (closed) return
    clearTimeout(timer)
    timer = setTimeout(() => void connect(), reconnectDelayMs).unref()
    reconnectDelayMs = Math.min(maxReconnectDelayMs, reconnectDelayMs * 2)
  }

  async function connect(): Promise<void> {
    let next: pg.Client
    try {
      next = await connectClient(hosts, {
        connectionTimeoutMillis: responseTimeoutMs,
        query_timeout: responseTimeoutMs,
        application_name: 'nestmark events',
        // Messages do not wait for each other's results.
        pipeline: true,
      })
    } catch {
      return handleDisconnect()
    }
    let lost = false
    const handleDisconnectOnce = () => {
      if (lost) return
      lost = true
      handleDisconnect(next)
    }
    next.on('error', handleDisconnectOnce)
    next.on('end', handleDisconnectOnce)
    next.on('notification', ({ processId, payload }) => {
      if (processId === (next as unknown as { processID: number }).processID) return
      if (payload) listener.message(payload)
      else listener.gap()
    })
    try {
      await next.query(`listen ${name}`)
    } catch {
      return handleDisconnectOnce()
    }
    if (closed) return void next.connection.stream.destroy()
    client = next
    reconnectDelayMs = 100
    listener.gap()
    if (!isGapPending) return
    isGapPending = false
    say('')
  }

  function say(text: string): void {
    const connection = client
    if (!connection) {
      isGapPending = true
      return
    }
    connection.query('select pg_notify($1, $2)', [name, text]).catch(() => {
      isGapPending = true
      if (client === connection) handleDisconnect(connection)
    })
  }

  const heartbeat = setInterval(() => {
    const connection = client
    // Detects a connection that died silently.
    connection?.query('select 1').catch(() => client === connection && handleDisconnect(connection))
  }, heartbeatMs).unref()
  void connect()

  return {
    send: say,
    close: async () => {
      closed = true
      clearTimeout(timer)
      clearInterval(heartbeat)
      const last = client
      if (!last) return
      // An unreachable database does not answer the closing handshake.
      const closeTimer = setTimeout(() => last.connection.stream.destroy(), 500)
      await last.end().catch(() => undefined)
      clearTimeout(closeTimer)
    },
  }
}
