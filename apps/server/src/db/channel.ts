import pg from 'pg'

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
const beatMs = 15_000
const longestPause = 5_000

/**
 * Listens on a connection of its own, for as long as the server runs, and comes back by itself when it is lost. A word
 * never comes back to who said it.
 */
export function openChannel(url: string, hearing: Hearing): Channel {
  let client: pg.Client | null = null
  let closed = false
  let pause = 100
  let timer: NodeJS.Timeout | undefined
  /** Something was not said. */
  let owed = false

  function lose(lost: pg.Client): void {
    if (client === lost) client = null
    lost.end().catch(() => undefined)
    if (closed) return
    clearTimeout(timer)
    timer = setTimeout(() => void connect(), pause).unref()
    pause = Math.min(longestPause, pause * 2)
  }

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: 10_000,
      application_name: 'nestmark events',
      // Words do not wait for each other.
      pipeline: true,
    })
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
      await next.connect()
      await next.query(`listen ${name}`)
    } catch {
      return lostOnce()
    }
    if (closed) return void next.end().catch(() => undefined)
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
      await client?.end().catch(() => undefined)
    },
  }
}
