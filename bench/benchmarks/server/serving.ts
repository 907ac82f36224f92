import { connect } from 'node:net'
import { atMost, type Row, type World } from '../../benchmark.ts'
import { type BenchStore, startStore } from '../../fileStores.ts'
import { signUp } from '../../person.ts'
import { createLocation } from '../../serverLocation.ts'
import { type Server, startServer } from '../../server.ts'
import { inTurns, median, timed } from '../../stats.ts'
import { createLargeFile, largeBytes, uploadFile } from '../../upload.ts'
import { get, Wire } from '../../wire.ts'

/** The length of a range in the middle of the file, as a player reads it after a jump. */
const rangeBytes = 64 * 1024

/** Measures reading of a file of 100 MB, on disk and in a bucket. */
export async function serving(world: World): Promise<Row[]> {
  const rows: Row[] = []
  for (const kind of world.stores) {
    const store = await startStore(kind)
    const location = await createLocation(world.postgres)
    const server = await startServer(location, undefined, store.environment)
    try {
      const ada = await signUp(server.port, 'ada')
      const bytes = createLargeFile()
      await store.raw.send(bytes)
      const file = await uploadFile(server.port, ada, bytes)
      const form = { name: 'Sound', category: 5, s3_key: [{ file }] }
      const { _id } = await ada.ask<{ _id: string }>('save-link-from-input', form)
      const { url } = await ada.ask<{ url: string }>('download-url', { link_id: _id })
      const measured = [await measureRange(server, store, url), await measureFull(server, store, url)]
      rows.push(...measured.map(row => ({ ...row, promise: `${row.promise}, ${kind}` })))
    } finally {
      await server.stop()
      await location.remove()
      await store.stop()
    }
  }
  return rows
}

async function measureRange({ port }: Server, { raw }: BenchStore, url: string): Promise<Row> {
  const wire = await Wire.open(port)
  const empty = get('/api/health')
  const place = () => Math.floor(Math.random() * (largeBytes - rangeBytes))
  const taken = await inTurns(
    {
      empty: () => wire.time(empty),
      raw: () => timed(() => raw.readRange(place(), rangeBytes)),
      range: async () => {
        const first = place()
        const request = get(url, `bytes=${first}-${first + rangeBytes - 1}`)
        return timed(async () => {
          const { status } = await wire.ask(request)
          if (status !== 206) throw new Error(`A range answered ${status}.`)
        })
      },
    },
    200,
  )
  wire.close()
  const against = median(taken.empty) + median(taken.raw)
  const note = `empty ${median(taken.empty).toFixed(2)} + open and read ${median(taken.raw).toFixed(2)} ms`
  return atMost(2, '64 kB in the middle of 100 MB, p50', median(taken.range), against, note)
}

async function measureFull({ port }: Server, { raw }: BenchStore, url: string): Promise<Row> {
  const taken = await inTurns(
    {
      raw: () => timed(() => raw.receive()),
      full: () => timed(() => download(port, url)),
    },
    7,
  )
  const note = `raw stream ${median(taken.raw).toFixed(0)} ms`
  return atMost(1.5, '100 MB out', median(taken.full), median(taken.raw), note)
}

/** Reads an entire file and discards it. */
function download(port: number, url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let length = 0
    const socket = connect({ port, host: '127.0.0.1' })
    socket.on('error', reject)
    socket.on('data', chunk => (length += chunk.length))
    socket.on('end', () => (length > largeBytes ? resolve() : reject(new Error(`${length} bytes came.`))))
    socket.write(`GET ${url} HTTP/1.1\r\nhost: bench\r\nconnection: close\r\n\r\n`)
  })
}
