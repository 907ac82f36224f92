import { setTimeout as pause } from 'node:timers/promises'
import { readBookmarkFile } from '@nestmark/core/bookmarkFiles/reader'
import { bareWriter, tagSeqsOf } from '../bareLinks.ts'
import { importFile, signUp } from '../person.ts'
import { makePlace, openBare, type Place } from '../place.ts'
import type { Row, World } from '../promise.ts'
import { memoryOf, startServer } from '../server.ts'
import { percentile } from '../stats.ts'
import { get, Wire } from '../wire.ts'

/**
 * The import over HTTP on an empty database, with somebody asking for the health meanwhile; then the same links written
 * bare, in batches, into the same tables and index.
 */
export async function importing(world: World): Promise<Row[]> {
  const place = await makePlace(world.postgres)
  const server = await startServer(place)
  try {
    const person = await signUp(server.port, 'importer')
    const watch = watchHealth(server.port)
    const { ms, report } = await importFile(server.port, person, world.file)
    const health = await watch.end()
    await pause(3000)
    const memory = memoryOf(server.pid)
    const bareRate = await writeBare(place, person, world)
    const rate = report.links / (ms / 1000)
    return [
      {
        promise: `import of ${report.links.toLocaleString('en')} links`,
        figure: rate,
        unit: 'a second',
        limit: bareRate / 2,
        better: 'more',
        ratio: rate / bareRate,
        note: `${(ms / 1000).toFixed(1)} s; bare ${Math.round(bareRate)} a second`,
      },
      {
        promise: 'health during the import, p99',
        figure: percentile(health, 0.99),
        unit: 'ms',
        limit: 250,
        better: 'less',
        note: `most ${Math.max(...health).toFixed(0)} ms`,
      },
      {
        promise: 'memory after the import',
        figure: memory.now,
        unit: 'MB',
        limit: 300,
        better: 'less',
        note: `peak ${memory.peak.toFixed(0)} MB`,
      },
    ]
  } finally {
    await server.stop()
    await place.remove()
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

/** The same links once more, in one collection of somebody else, 400 in a transaction. The reading of the file is counted too. */
async function writeBare(
  place: Place,
  person: { ask<T>(path: string): Promise<T> },
  world: World,
): Promise<number> {
  const bare = await openBare(place)
  const { user_id: ownerId, root_folder: collectionId } = await person.ask<{
    user_id: string
    root_folder: string
  }>('user-data')
  const tags = await tagSeqsOf(bare, ownerId)
  const writer = bareWriter(bare, { ownerId, collectionId }, tags)
  const begin = place.kind === 'postgres' ? 'begin' : 'begin immediate'
  const begun = performance.now()
  let written = 0
  await bare.run(begin)
  for await (const event of readBookmarkFile([world.file])) {
    if (event.kind !== 'link') continue
    const names = [...new Set(event.tags)].filter(name => tags.has(name))
    await writer.link({ title: event.title, address: event.address, descr: event.note, tags: names })
    if (++written % 400 === 0) {
      await writer.counters(400)
      await bare.run(`commit; ${begin}`)
    }
  }
  await bare.run('commit')
  await bare.close()
  return written / ((performance.now() - begun) / 1000)
}
