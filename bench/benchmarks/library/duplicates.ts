import { type Row, type World } from '../../benchmark.ts'
import { openChange } from '../../change.ts'
import { openRawSql } from '../../serverLocation.ts'
import { inTurns, median, timed } from '../../stats.ts'
import { get, post, Wire } from '../../wire.ts'

const turns = 15
/** Every so many links, one has the address of the link before it. */
const every = 50
/** In milliseconds. */
const limit = 1000

/**
 * Measures the search for duplicates in a large library, at all five levels: their numbers, and the first 1,000 groups with
 * their links, relative to one statement that groups the stored keys of one level. A commit precedes each read.
 */
export async function duplicates({ large }: World): Promise<Row[]> {
  const raw = await openRawSql(large.location)
  await raw.run(`update links set address = d.address, compare_key = d.compare_key from links d
    where d.seq = links.seq - 1 and d.owner_id = links.owner_id and links.owner_id = '${large.personId}'
      and links.seq % ${every} = 0 and links.address <> '' and d.address <> ''`)
  await raw.run(`update people set plan = 2 where id = '${large.personId}'`)
  // SQLite plans without statistics.
  if (raw.kind === 'postgres') await raw.run('analyze')
  const bare = raw.prepare(`select compare_key, count(*) as n from links
    where owner_id = $1 and trashed_at is null and compare_key <> '' group by compare_key having count(*) > 1`)
  const wire = await Wire.open(large.server.port)
  const change = await openChange(large.location, large.personId)
  const read = async (path: string) => {
    await change.commit()
    return wire.time(post(`/api/${path}`, {}, large.person.token))
  }
  const taken = await inTurns(
    {
      empty: () => wire.time(get('/api/health')),
      count: () => read('count-duplicates'),
      find: () => read('find-duplicates'),
      sql: () => timed(() => bare(large.personId)),
    },
    turns,
  )
  await change.close()
  wire.close()
  await raw.close()
  const baseline = median(taken.empty) + median(taken.sql)
  const toRow = (promise: string, figure: number): Row => ({
    promise: `${promise}, ${large.links.toLocaleString('en')} links, p50`,
    figure,
    unit: 'ms',
    limit,
    better: 'less',
    ratio: figure / baseline,
    note: `empty ${median(taken.empty).toFixed(2)} + grouping in SQL ${median(taken.sql).toFixed(0)} ms`,
  })
  return [
    toRow('numbers of duplicates at five levels', median(taken.count)),
    toRow('first 1,000 groups of duplicates', median(taken.find)),
  ]
}
