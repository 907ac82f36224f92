import { rawWriter, listTagSeqs } from '../../inputs/rawLinks.ts'
import { openRawSql } from '../../serverLocation.ts'
import { atMost, type Row, type World } from '../../benchmark.ts'
import { inTurns, median, timed } from '../../stats.ts'
import { get, post, Wire } from '../../wire.ts'

/** Measures saving a link with two tags, relative to a durable transaction that writes the same rows. */
export async function save({ large }: World): Promise<Row[]> {
  const { location, personId, folder, person, server } = large
  const wire = await Wire.open(server.port)
  const raw = await openRawSql(location)
  const tags = [...(await listTagSeqs(raw, personId))].slice(0, 2)
  const writer = rawWriter(raw, { ownerId: personId, collectionId: folder }, new Map(tags))
  let turn = 0
  const form = () => ({
    title: `Saved number ${++turn} of the benchmark`,
    // A note, because it creates no job whose work would be included in the measurement.
    address: '',
    descr: 'Heat moves through a wet wall about twenty times faster than through a dry one.',
    tags: tags.map(([name]) => name),
  })
  const empty = get('/api/health')
  const taken = await inTurns(
    {
      empty: () => wire.time(empty),
      save: () => {
        const { title, descr, tags: names } = form()
        const body = { name: title, desc: descr, category: 4, parent: folder, tags: names }
        return wire.time(post('/api/save-link-from-input', body, person.token))
      },
      sql: () =>
        timed(async () => {
          await raw.run(location.kind === 'postgres' ? 'begin' : 'begin immediate')
          await writer.link(form())
          await writer.counters(1)
          await raw.run('commit')
        }),
    },
    150,
  )
  wire.close()
  await raw.close()
  const note = `empty ${median(taken.empty).toFixed(2)} + transaction ${median(taken.sql).toFixed(2)} ms`
  return [
    atMost(2, 'save with two tags, p50', median(taken.save), median(taken.empty) + median(taken.sql), note),
  ]
}
