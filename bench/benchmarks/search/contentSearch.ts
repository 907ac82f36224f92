import { atMost, type Row, type World } from '../../benchmark.ts'
import { rarePageWord, writePageTexts } from '../../inputs/pageTexts.ts'
import { openRawSql, type RawSql } from '../../serverLocation.ts'
import { inTurns, percentile, timed } from '../../stats.ts'
import { get, post, Wire } from '../../wire.ts'

/**
 * Measures a rare word in the texts of pages: the page of links with their tags and passages, relative to the same
 * rows by raw SQL. A commit precedes each search, so that the answer does not come from the cache.
 */
export async function contentSearch({ large }: World): Promise<Row[]> {
  const texts = await writePageTexts(large)
  const wire = await Wire.open(large.server.port)
  const raw = await openRawSql(large.location)
  const other = await openRawSql(large.location)
  const commit = other.prepare(`update people set last_category = 7 - last_category where id = $1`)
  const input = { input: `in:content ${rarePageWord}`, type: 'link', page: 1 }
  const call = post('/api/search-links-folders', input, large.person.token)
  const { body } = await wire.ask(call)
  const { total } = JSON.parse(body.toString()).data as { total: number }
  if (total !== 7) throw new Error(`The search found ${total} links.`)
  const empty = get('/api/health')
  const bare = rawSearch(raw, large.personId)
  const taken = await inTurns(
    {
      empty: () => wire.time(empty),
      search: async () => {
        await commit(large.personId)
        return wire.time(call)
      },
      sql: () => timed(bare),
    },
    1000,
  )
  wire.close()
  await other.close()
  await raw.close()
  const p95 = (name: keyof typeof taken) => percentile(taken[name], 0.95)
  const note = `empty ${p95('empty').toFixed(2)} + SQL ${p95('sql').toFixed(2)} ms; ${texts.toLocaleString('en')} texts`
  return [atMost(2, 'search for a rare word in pages, p95', p95('search'), p95('empty') + p95('sql'), note)]
}

/** Returns a statement for the newest 50 matches with their tags and texts, and one for the number of all matches. */
function rawSearch(raw: RawSql, ownerId: string): () => Promise<unknown> {
  const owner = `o${Buffer.from(ownerId).toString('hex')}`
  const isPostgres = raw.kind === 'postgres'
  const query = isPostgres
    ? `('${rarePageWord}':*) & '${owner}'`
    : `{text} : ("${rarePageWord}" *) AND owner : ${owner}`
  const found = isPostgres
    ? `select link_seq as seq from page_texts where terms @@ $1::tsquery`
    : `select rowid as seq from page_terms where page_terms match $1`
  const tags = isPostgres ? 'json_agg(t.name)' : 'json_group_array(t.name)'
  const page = raw.prepare(`select l.id, l.title, l.address, l.descr, l.created_at, p.text,
      (select ${tags} from link_tags lt join tags t on t.seq = lt.tag_seq where lt.link_seq = l.seq) as tags
    from links l join page_texts p on p.link_seq = l.seq where l.seq in (${found}) and l.trashed_at is null
    order by l.created_at desc, l.seq desc limit 50`)
  const count = raw.prepare(`select count(*) as n from links where seq in (${found}) and trashed_at is null`)
  return async () => [await page(query), await count(query)]
}
