import { openChange } from '../../change.ts'
import { openRawSql } from '../../serverLocation.ts'
import { atMost, type Row, type World } from '../../benchmark.ts'
import { inTurns, percentile, timed } from '../../stats.ts'
import { get, post, Wire } from '../../wire.ts'

const count = 10_000
const turns = 200

/**
 * Measures ten thousand tags: the first page by name and by number of links, and a search in them, relative to the raw
 * statements. A commit precedes each call, so that no response comes from the cache.
 */
export async function tags({ small, kind }: World): Promise<Row[]> {
  const { person, personId, location, server } = small
  const names = Array.from({ length: count }, (_, n) => `label ${(n * 7919) % count} ${n.toString(36)}`)
  await person.ask('add-new-tags', { tags: names })
  const wire = await Wire.open(server.port)
  const raw = await openRawSql(location)
  // PostgreSQL does this automatically within a minute; until then its plans do not account for the new tags.
  if (raw.kind === 'postgres') await raw.run('analyze tags')
  const change = await openChange(location, personId)
  const has = raw.kind === 'postgres' ? 'strpos(folded, $2)' : 'instr(folded, $2)'
  const own = `from tags where owner_id = $1 and deleted_at is null`
  const select = `select id, name, links ${own}`
  const byName = raw.prepare(`${select} order by sort_key, folded, seq limit 50`)
  const byLinks = raw.prepare(`${select} order by links desc, sort_key, folded, seq limit 50`)
  const found = raw.prepare(`${select} and ${has} > 0 order by sort_key, folded, seq limit 50`)
  const empty = get('/api/health')
  const rows: Row[] = []
  for (const [what, input, sql] of [
    ['by name', { sort: 'name', page: 1 }, () => byName(personId)],
    ['by links', { sort: 'links', page: 1 }, () => byLinks(personId)],
    ['that contain a text', { input: '77', page: 1 }, () => found(personId, '77')],
  ] as const) {
    const call = post('/api/get-all-tags', input, person.token)
    const taken = await inTurns(
      {
        empty: () => wire.time(empty),
        tags: async () => {
          await change.commit()
          return wire.time(call)
        },
        sql: async () => {
          await change.commit()
          return timed(sql)
        },
      },
      turns,
    )
    const p50 = (name: keyof typeof taken) => percentile(taken[name], 0.5)
    const note = `empty ${p50('empty').toFixed(2)} + SQL ${p50('sql').toFixed(2)} ms`
    const promise = `first page of ${count.toLocaleString('en')} tags ${what}, p50`
    // On PostgreSQL a call makes two round trips, for the caller and for the rows; the baseline makes one, and its rows are cheap.
    const times = kind === 'postgres' && what === 'by name' ? 3 : 2
    rows.push(atMost(times, promise, p50('tags'), p50('empty') + p50('sql'), note))
  }
  await change.close()
  wire.close()
  await raw.close()
  return rows
}
