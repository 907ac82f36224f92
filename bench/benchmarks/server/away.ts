import { setTimeout as pause } from 'node:timers/promises'
import { tcpProxy } from '../../../apps/server/src/test/resilience/tcpProxy.testing.ts'
import type { Row, World } from '../../benchmark.ts'
import { startServer } from '../../server.ts'
import { timed } from '../../stats.ts'
import { get, post, Wire } from '../../wire.ts'

const rounds = 3

/**
 * Measures a PostgreSQL that does not respond: how long the first call waits for its 503, how long a later one waits, how
 * long readiness takes to fail, and how long recovery takes after the database is back.
 */
export async function away({ small }: World): Promise<Row[]> {
  if (small.location.databaseUrl === null) return []
  const proxy = await tcpProxy(small.location.databaseUrl)
  const server = await startServer({ ...small.location, databaseUrl: proxy.url })
  const list = post('/api/dashboard-links', {}, small.person.token)
  /** Sends one call on a new connection and returns its status. */
  const ask = async (request: Buffer) => {
    const wire = await Wire.open(server.port)
    const { status } = await wire.ask(request)
    wire.close()
    return status
  }
  const expecting = (status: number, request: Buffer) =>
    timed(async () => {
      const answered = await ask(request)
      if (answered !== status) throw new Error(`Answered ${answered}, expected ${status}.`)
    })
  const took = { first: 0, later: 0, ready: 0, back: 0 }
  for (let round = 0; round < rounds; round++) {
    await expecting(200, list)
    await proxy.set('blackhole')
    const first = expecting(503, list)
    const ready = expecting(503, get('/api/ready'))
    took.ready = Math.max(took.ready, await ready)
    took.first = Math.max(took.first, await first)
    took.later = Math.max(took.later, await expecting(503, list))
    const back = await timed(async () => {
      await proxy.set('forward')
      while ((await ask(list)) !== 200) await pause(20)
    })
    took.back = Math.max(took.back, back)
  }
  await server.stop()
  await proxy.close()
  const row = (promise: string, figure: number, limit: number): Row => ({
    promise,
    figure,
    unit: 'ms',
    limit,
    better: 'less',
    note: `longest of ${rounds}`,
  })
  return [
    row('PostgreSQL does not respond: first 503', took.first, 5000),
    row('PostgreSQL does not respond: later 503', took.later, 100),
    row('PostgreSQL does not respond: readiness fails', took.ready, 1500),
    row('recovery after PostgreSQL responds again', took.back, 5000),
  ]
}
