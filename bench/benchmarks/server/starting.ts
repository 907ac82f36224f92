import { setTimeout as pause } from 'node:timers/promises'
import type { Row, Site, World } from '../../benchmark.ts'
import { readMemory, startServer } from '../../server.ts'
import { yieldTurn } from '../../sides.ts'
import { median, timed } from '../../stats.ts'

/** Measures the start on the large library, from process start to the first successful response, and the memory at rest. */
export async function starting({ large }: World): Promise<Row[]> {
  await large.server.stop()
  const rows: Row[] = []
  const rest: number[] = []
  for (const [name, program] of [
    ['the server', 'apps/server/dist/main.js'],
    ['npm start', 'scripts/start.mjs'],
  ] as const) {
    const took: number[] = []
    for (let turn = 0; turn < 4; turn++) {
      const server = await startServer(large.location, program)
      // The first start fills the compile cache, as the first start of an installation does.
      if (turn > 0) took.push(server.readyAfter)
      if (name === 'npm start' && turn > 0) {
        await pause(2000)
        rest.push(readMemory(server.pid).now)
      }
      await server.stop()
      await yieldTurn()
    }
    rows.push({
      promise: `ready on the large library: ${name}`,
      figure: median(took),
      unit: 'ms',
      limit: 1000,
      better: 'less',
    })
  }
  rows.push({
    promise: 'stop with 20 open event streams',
    figure: await stopWithStreams(large),
    unit: 'ms',
    limit: 2000,
    better: 'less',
  })
  rows.push({ promise: 'memory at rest', figure: median(rest), unit: 'MB', limit: 150, better: 'less' })
  large.server = await startServer(large.location)
  return rows
}

/** Measures how long a server with open event streams takes to stop. */
async function stopWithStreams({ location, person }: Site): Promise<number> {
  const server = await startServer(location)
  const headers = { authorization: `Bearer ${person.token}` }
  const listen = () => fetch(`http://127.0.0.1:${server.port}/api/events`, { headers })
  const streams = await Promise.all(Array.from({ length: 20 }, listen))
  const took = await timed(() => server.stop())
  await Promise.all(streams.map(stream => stream.text().catch(() => '')))
  return took
}
