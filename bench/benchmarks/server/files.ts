import { writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { atMost, type Row, type World } from '../../benchmark.ts'
import { type BenchStore, startStore } from '../../fileStores.ts'
import { type Person, signUp, askAs } from '../../person.ts'
import { createPhoto, readPhoto } from '../../inputs/photo.ts'
import { measureHealth } from '../../healthLatency.ts'
import { createLocation } from '../../serverLocation.ts'
import { readMemory, type Server, startServer } from '../../server.ts'
import { inTurns, median, timed } from '../../stats.ts'
import { createLargeFile, prepareUpload, type PreparedUpload } from '../../upload.ts'

const people = 8

/** Measures uploads of 100 MB and reading of photos, with the files on disk and in a bucket. */
export async function files(world: World): Promise<Row[]> {
  const rows: Row[] = []
  for (const kind of world.stores) {
    const store = await startStore(kind)
    const location = await createLocation(world.postgres)
    let server = await startServer(location, undefined, store.environment)
    try {
      const persons: Person[] = []
      for (let n = 0; n < people; n++) persons.push(await signUp(server.port, `ada${n}`))
      // At rest: a process without earlier sign-ups.
      await server.stop()
      server = await startServer(location, undefined, store.environment)
      for (const person of persons) person.ask = askAs(server.port, person.token)
      const measured = [
        await measureMemory(server, persons),
        await measureSpeed(server, persons, store),
        ...(await measurePhotos(server, persons)),
      ]
      rows.push(...measured.map(row => ({ ...row, promise: `${row.promise}, ${kind}` })))
    } finally {
      await server.stop()
      await location.remove()
      await store.stop()
    }
  }
  return rows
}

/** Measures the memory growth of the server during eight concurrent uploads, each with three parts at a time. */
async function measureMemory({ port, pid }: Server, persons: readonly Person[]): Promise<Row> {
  await pause(2000)
  const rest = readMemory(pid).now
  // The peak is counted from here.
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  // Owners never share bytes, so they may send the same ones.
  const bytes = createLargeFile()
  await Promise.all(
    persons.map(async person => {
      const upload = await prepareUpload(port, person, bytes)
      await upload.send()
      await upload.finish()
    }),
  )
  const note = `rest ${rest.toFixed(0)} MB`
  return row('growth of the server by 8 uploads of 100 MB', readMemory(pid).peak - rest, 'MB', 100, note)
}

/** Measures an upload of 100 MB in parts, three at a time, from the first byte to its key. */
async function measureSpeed(server: Server, persons: readonly Person[], { raw }: BenchStore): Promise<Row> {
  const [ada] = persons as [Person]
  let upload: PreparedUpload
  const taken = await inTurns(
    {
      raw: async () => {
        const bytes = createLargeFile()
        return timed(() => raw.send(bytes))
      },
      upload: async () => {
        upload = await prepareUpload(server.port, ada, createLargeFile())
        return timed(async () => {
          await upload.send()
          await upload.finish()
        })
      },
    },
    3,
  )
  const note = `raw ${median(taken.raw).toFixed(0)} ms`
  return atMost(2, 'upload of 100 MB, three parts at a time', median(taken.upload), median(taken.raw), note)
}

async function measurePhotos({ port }: Server, persons: readonly Person[]): Promise<Row[]> {
  const [ada, ...others] = persons as [Person, ...Person[]]
  const photo = await createPhoto()
  // The first one starts the process that reads it.
  await readPhoto(port, ada, photo)
  const taken: number[] = []
  for (let round = 0; round < 5; round++) taken.push(await readPhoto(port, ada, photo))
  const bytes = createLargeFile()
  const uploads: PreparedUpload[] = []
  for (const person of others.slice(0, 3)) uploads.push(await prepareUpload(port, person, bytes))
  const health = await measureHealth(port, () =>
    Promise.all([...uploads.map(upload => upload.send()), readPhoto(port, ada, photo)]),
  )
  const note = `JPEG of ${(photo.length / 1e6).toFixed(1)} MB`
  return [
    row('preview of a JPEG of 24 megapixels, after its save', median(taken), 'ms', 3000, note),
    row('health during three uploads of 100 MB and a photo, p99', health, 'ms', 250),
  ]
}

function row(promise: string, figure: number, unit: Row['unit'], limit: number, note?: string): Row {
  return { promise, figure, unit, limit, better: 'less', note }
}
