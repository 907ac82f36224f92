import { type AddressInfo, createServer, type Socket } from 'node:net'
import pg from 'pg'

export interface TransactionPooler {
  url: string
  close(): Promise<void>
}

/**
 * Starts a pooler like PgBouncer in transaction mode: all clients share one session of PostgreSQL, which each
 * client occupies for the length of a transaction. Session state of one client is visible to the next.
 */
export async function transactionPooler(databaseUrl: string): Promise<TransactionPooler> {
  const session = new pg.Client({ connectionString: databaseUrl })
  session.on('error', () => undefined)
  await session.connect()
  const upstream = session.connection.stream
  // From here on, the session's bytes belong to the clients.
  upstream.removeAllListeners('data')
  const waiting: { client: Socket; bytes: Buffer }[] = []
  let holder: Socket | null = null

  function next(): void {
    while (holder === null && waiting.length > 0) {
      const nextClient = waiting[0]!.client
      holder = nextClient
      const own = waiting.filter(each => each.client === nextClient)
      for (const each of own) waiting.splice(waiting.indexOf(each), 1)
      for (const { bytes } of own) upstream.write(bytes)
    }
  }
  let answer = Buffer.alloc(0)
  upstream.on('data', (data: Buffer) => {
    answer = Buffer.concat([answer, data])
    while (answer.length >= 5 && answer.length > answer.readInt32BE(1)) {
      const length = answer.readInt32BE(1) + 1
      const message = answer.subarray(0, length)
      answer = answer.subarray(length)
      holder?.write(message)
      // ReadyForQuery outside of a transaction: the session is free for another client.
      if (message[0] === 0x5a && message[5] === 0x49) holder = null
    }
    next()
  })

  const clients = new Set<Socket>()
  const server = createServer(client => {
    clients.add(client)
    let greeted = false
    client.on('error', () => undefined)
    client.on('close', () => clients.delete(client))
    client.on('data', bytes => {
      if (!greeted) {
        greeted = true
        client.write(greeting())
      } else if (bytes[0] === 0x58) client.end()
      else {
        waiting.push({ client, bytes })
        if (holder === client) {
          waiting.pop()
          upstream.write(bytes)
        } else next()
      }
    })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    async close() {
      server.close()
      for (const client of clients) client.destroy()
      upstream.destroy()
    },
  }
}

/** Returns AuthenticationOk, BackendKeyData with dummy values, ReadyForQuery. */
function greeting(): Buffer {
  const key = Buffer.alloc(13)
  key.write('K')
  key.writeInt32BE(12, 1)
  return Buffer.concat([
    Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]),
    key,
    Buffer.from([0x5a, 0, 0, 0, 5, 0x49]),
  ])
}
