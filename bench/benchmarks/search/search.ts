import { termPrefix } from '../../../apps/server/src/db/searchText/ownerTerms.ts'
import { probe } from '../../inputs/generate.ts'
import { type RawSql, openRawSql } from '../../serverLocation.ts'
import { atMost, type Row, type World } from '../../benchmark.ts'
import { inTurns, percentile, timed } from '../../stats.ts'
import { get, post, Wire } from '../../wire.ts'

/**
 * Measures a rare and a common word in the large library: the ranked page with its tags, relative to the same raw
 * full-text query. A commit precedes each search, so that the response does not come from the cache.
 */
export async function search({ large }: World): Promise<Row[]> {
  const wire = await Wire.open(large.server.port)
  const raw = await openRawSql(large.location)
  const other = await openRawSql(large.location)
  const commit = other.prepare(`update people set last_category = 7 - last_category where id = $1`)
  const rows: Row[] = []
  for (const [what, word, turns] of [
    ['rare', probe.rare, 1000],
    ['common', probe.common, 80],
  ] as const) {
    const call = post('/api/search-links-folders', { input: word, type: 'link', page: 1 }, large.person.token)
    const empty = get('/api/health')
    const { ranked, counted } = rawSearch(raw, large.personId, word)
    const taken = await inTurns(
      {
        empty: () => wire.time(empty),
        search: async () => {
          await commit(large.personId)
          return wire.time(call)
        },
        sql: () => timed(async () => [await ranked(), await counted()]),
      },
      turns,
    )
    const p95 = (name: keyof typeof taken) => percentile(taken[name], 0.95)
    const note = `empty ${p95('empty').toFixed(2)} + full text ${p95('sql').toFixed(2)} ms`
    rows.push(atMost(2, `search for a ${what} word, p95`, p95('search'), p95('empty') + p95('sql'), note))
  }
  wire.close()
  await other.close()
  await raw.close()
  return rows
}

/** Returns statements for the first 50 matches by rank with their tags, and for the number of all matches. */
function rawSearch(raw: RawSql, ownerId: string, word: string) {
  const owner = `o${Buffer.from(ownerId).toString('hex')}`
  if (raw.kind === 'postgres') {
    const query = `('${termPrefix(ownerId)}${word}':*) & '${owner}'`
    const ranked = raw.prepare(`select l.id, l.title, l.address, l.descr, l.created_at,
        (select json_agg(t.name) from link_tags lt join tags t on t.seq = lt.tag_seq where lt.link_seq = l.seq) as tags
      from (select seq, ts_rank('{0.1,0.3,0.5,1}', terms, $1::tsquery, 1) as score from links where terms @@ $1::tsquery
        order by score desc, seq desc limit 50) m join links l on l.seq = m.seq order by m.score desc`)
    const counted = raw.prepare(`select count(*) as n from links where terms @@ $1::tsquery`)
    return { ranked: () => ranked(query), counted: () => counted(query) }
  }
  const query = `{title address descr tags} : ("${termPrefix(ownerId)}${word}" *) AND owner : ${owner}`
  const ranked = raw.prepare(`select l.id, l.title, l.address, l.descr, l.created_at,
      (select json_group_array(t.name) from link_tags lt join tags t on t.seq = lt.tag_seq where lt.link_seq = l.seq) as tags
    from (select rowid as seq, -bm25(links_text, 0, 10, 3, 2, 6) as score from links_text where links_text match $1
      order by score desc, rowid desc limit 50) m join links l on l.seq = m.seq order by m.score desc`)
  const counted = raw.prepare(`select count(*) as n from links_text where links_text match $1`)
  return { ranked: () => ranked(query), counted: () => counted(query) }
}
