import type pg from 'pg'
import { parsePostgresAddress } from './postgres/address.ts'
import { connectClient, PostgresHosts } from './postgres/hosts.ts'

/** Short words between the servers on one PostgreSQL. */
export interface Channel {
  /** Says something to all other servers, at most 7,000 bytes. When it cannot be said they are told of a gap later. */
  send(text: string): void
  close(): Promise<void>
}

export interface Hearing {
  message(text: string): void
  /** From here on nothing is missed; something before may have been. */
  gap(): void
}

const name = 'nestmark_events'
/** A connection that gives no answer is known after these two. */
const beatMs = 5_000
const answerWithinMs = 4_000
const longestPause = 2_000

/**
 * Listens on a connection of its own, for as long as the server runs, and comes back by itself when it is lost. A word
 * never comes back to who said it.
 */
export function openChannel(url: string, hearing: Hearing): Channel {
  const hosts = new PostgresHosts(parsePostgresAddress(url))
  let client: pg.Client | null = null
  let closed = false
  let pause = 100
  let timer: NodeJS.Timeout | undefined
  /** Something was not said. */
  let owed = false

  function lose(lost?: pg.Client): void {
    if (client === lost) client = null
    // Not with a goodbye: nobody may be there to hear it.
    lost?.connection.stream.destroy()
    hosts.forget()
    if (closed) return
    clearTimeout(timer)
    timer = setTimeout(() => void connect(), pause).unref()
    pause = Math.min(longestPause, pause * 2)
  }

  async function connect(): Promise<void> {
    let next: pg.Client
    try {
      next = await connectClient(hosts, {
        connectionTimeoutMillis: answerWithinMs,
        query_timeout: answerWithinMs,
        application_name: 'nestmark events',
        // Words do not wait for each other.
        pipeline: true,
      })
    } catch {
      return lose()
    }
    let lost = false
    const lostOnce = () => {
      if (lost) return
      lost = true
      lose(next)
    }
    next.on('error', lostOnce)
    next.on('end', lostOnce)
    next.on('notification', ({ processId, payload }) => {
      if (processId === (next as unknown as { processID: number }).processID) return
      if (payload) hearing.message(payload)
      else hearing.gap()
    })
    try {
      await next.query(`listen ${name}`)
    } catch {
      return lostOnce()
    }
    if (closed) return void next.connection.stream.destroy()
    client = next
    pause = 100
    hearing.gap()
    if (!owed) return
    owed = false
    say('')
  }

  function say(text: string): void {
    const through = client
    if (!through) {
      owed = true
      return
    }
    through.query('select pg_notify($1, $2)', [name, text]).catch(() => {
      owed = true
      if (client === through) lose(through)
    })
  }

  const beat = setInterval(() => {
    const through = client
    // A connection that died without a word is found out.
    through?.query('select 1').catch(() => client === through && lose(through))
  }, beatMs).unref()
  void connect()

  return {
    send: say,
    close: async () => {
      closed = true
      clearTimeout(timer)
      clearInterval(beat)
      const last = client
      if (!last) return
      // A database that is away hears no goodbye.
      const cut = setTimeout(() => last.connection.stream.destroy(), 500)
      await last.end().catch(() => undefined)
      clearTimeout(cut)
    },
  }
}
