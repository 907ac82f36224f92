import { setTimeout as pause } from 'node:timers/promises'
import { bookmarkBytes } from '../../inputs/generate.ts'
import { writeRaw } from '../../rawImport.ts'
import { importFile, signUp } from '../../person.ts'
import { createLocation, type ServerLocation } from '../../serverLocation.ts'
import type { Row, World } from '../../benchmark.ts'
import { readMemory, startServer } from '../../server.ts'
import { yieldTurn } from '../../sides.ts'
import { median, percentile } from '../../stats.ts'
import { get, Wire } from '../../wire.ts'

/**
 * Measures an import over HTTP on an empty database with concurrent health requests; then writes the same links with
 * raw SQL, in batches, into the same tables and index.
 */
export async function importing(world: World): Promise<Row[]> {
  const location = await createLocation(world.postgres)
  const server = await startServer(location)
  try {
    // Small imports first: the large import keeps the database busy for a while.
    const small = await smallImports(world, server.port)
    const person = await signUp(server.port, 'importer')
    const watch = watchHealth(server.port)
    const { ms, report } = await importFile(server.port, person, world.file)
    const health = await watch.end()
    await pause(3000)
    const memory = readMemory(server.pid)
    const rawRate = await measureRawRate(world, location)
    const rate = report.links / (ms / 1000)
    return [
      {
        promise: `import of ${report.links.toLocaleString('en')} links`,
        figure: rate,
        unit: 'a second',
        limit: rawRate / 2,
        better: 'more',
        ratio: rate / rawRate,
        note: `${(ms / 1000).toFixed(1)} s; raw ${Math.round(rawRate)} a second`,
      },
      {
        promise: 'health during the import, p99',
        figure: percentile(health, 0.99),
        unit: 'ms',
        limit: 250,
        better: 'less',
        note: `maximum ${Math.max(...health).toFixed(0)} ms`,
      },
      {
        promise: 'memory after the import',
        figure: memory.now,
        unit: 'MB',
        limit: 300,
        better: 'less',
      },
      { promise: 'memory, peak of the import', figure: memory.peak, unit: 'MB', limit: 350, better: 'less' },
      ...small,
    ]
  } finally {
    await server.stop()
    await location.remove()
  }
}

/** Maximum duration of a small import, in milliseconds. On PostgreSQL the SQL alone takes more than 0.35 s for 1,900 links. */
const smallMs = { sqlite: 500, postgres: 750 }

/** Measures small imports from the upload to the end of the job, without the first of each size. */
async function smallImports({ kind }: World, port: number): Promise<Row[]> {
  const rows: Row[] = []
  for (const links of [10, 500, 1900]) {
    const person = await signUp(port, `small${links}`)
    const took: number[] = []
    for (let seed = 1; seed <= 4; seed++) {
      took.push((await importFile(port, person, bookmarkBytes({ links, seed }))).ms)
      await yieldTurn()
    }
    const figure = median(took.slice(1))
    rows.push({
      promise: `import of ${links} links`,
      figure,
      unit: 'ms',
      limit: smallMs[kind],
      better: 'less',
    })
  }
  return rows
}

/** Writes the same rows with raw SQL into a database whose schema a server created. */
export async function measureRawRate(world: World, imported: ServerLocation): Promise<number> {
  const location = await createLocation(world.postgres)
  try {
    await (await startServer(location)).stop()
    return await writeRaw(imported, location)
  } finally {
    await location.remove()
  }
}

function watchHealth(port: number) {
  const took: number[] = []
  const state = { going: true }
  const request = get('/api/health')
  const asking = (async () => {
    const wire = await Wire.open(port)
    while (state.going) {
      took.push(await wire.time(request))
      await pause(20)
    }
    wire.close()
  })()
  return {
    end: async () => {
      state.going = false
      await asking
      return took
    },
  }
}
