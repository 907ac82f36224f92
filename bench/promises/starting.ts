import { setTimeout as pause } from 'node:timers/promises'
import type { Row, World } from '../promise.ts'
import { memoryOf, startServer } from '../server.ts'
import { median } from '../stats.ts'

/** The start on the large library, from the process's first moment to a good answer, and the memory it then rests at. */
export async function starting({ large }: World): Promise<Row[]> {
  await large.server.stop()
  const rows: Row[] = []
  const rest: number[] = []
  for (const [name, program] of [
    ['the server', 'apps/server/src/main.ts'],
    ['npm start', 'scripts/start.mjs'],
  ] as const) {
    const took: number[] = []
    for (let turn = 0; turn < 4; turn++) {
      const server = await startServer(large.place, program)
      // The first one fills the cache of compiled modules, as the first start of an installation does.
      if (turn > 0) took.push(server.readyAfter)
      if (name === 'npm start' && turn > 0) {
        await pause(2000)
        rest.push(memoryOf(server.pid).now)
      }
      await server.stop()
    }
    rows.push({
      promise: `ready on the large library: ${name}`,
      figure: median(took),
      unit: 'ms',
      limit: 1000,
      better: 'less',
    })
  }
  rows.push({ promise: 'memory at rest', figure: median(rest), unit: 'MB', limit: 150, better: 'less' })
  large.server = await startServer(large.place)
  return rows
}
