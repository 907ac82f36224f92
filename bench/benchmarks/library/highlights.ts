import { randomBytes } from 'node:crypto'
import { atMost, type Row, type Site, type World } from '../../benchmark.ts'
import { openChange } from '../../change.ts'
import { openRawSql, type RawSql } from '../../serverLocation.ts'
import { inTurns, median, timed } from '../../stats.ts'
import { get, post, Wire } from '../../wire.ts'

const pages = 20_000
const perPage = 5
/** Words of highlights: one of 5 highlights, one of 5,000, and one of a page. */
const [common, seldom] = ['weathering', 'klombruhnaus']

/**
 * Measures 100,000 highlights in one account: a page of the list, two searches, the counts, and saving a highlight,
 * relative to bare SQL for the same rows. A commit precedes each read.
 */
export async function highlights({ large }: World): Promise<Row[]> {
  const raw = await openRawSql(large.location)
  await fill(raw, large.personId)
  // The server closes connections without requests.
  const wire = await Wire.open(large.server.port)
  const change = await openChange(large.location, large.personId)
  const call = (path: string, input: object) => post(`/api/${path}`, input, large.person.token)
  const empty = get('/api/health')
  const sql = bareSql(raw, large.personId)
  const rows: Row[] = []
  const measure = async (what: string, turns: number, request: Buffer, bare: () => unknown) => {
    const taken = await inTurns(
      {
        empty: () => wire.time(empty),
        answer: async () => {
          await change.commit()
          return wire.time(request)
        },
        sql: () => timed(bare),
      },
      turns,
    )
    const note = `empty ${median(taken.empty).toFixed(2)} + SQL ${median(taken.sql).toFixed(2)} ms`
    rows.push(atMost(2, `${what}, p50`, median(taken.answer), median(taken.empty) + median(taken.sql), note))
  }
  await measure('page of highlights', 300, call('all-highlights', {}), sql.list)
  for (const [what, word, turns] of [
    ['rare', seldom, 300],
    ['common', common, 40],
  ] as const) {
    const input = { type: 2, input: word }
    await measure(`search of highlights for a ${what} word`, turns, call('search-highlights', input), () =>
      sql.search(word),
    )
  }
  await measure('counts of highlights', 100, call('count-highlights', {}), sql.count)
  rows.push(await saving(large, wire, raw))
  await change.close()
  wire.close()
  await raw.close()
  return rows
}

/** Highlights the first links of the library of a person. */
async function fill(raw: RawSql, ownerId: string): Promise<void> {
  const isPostgres = raw.kind === 'postgres'
  const owner = `o${Buffer.from(ownerId).toString('hex')}`
  const number = isPostgres ? 'generate_series(0, 4) as k(n)' : `(values (0), (1), (2), (3), (4)) as k`
  const n = isPostgres ? 'k.n' : 'k.column1'
  const words = `'Heat moves through a wet wall ' || p.n || ' twenty times faster than through a dry one'
    || case when ${n} = 0 then ' ${common}' else '' end
    || case when ${n} = 0 and p.n % 1000 = 0 then ' ${seldom}' else '' end`
  await raw.run('begin')
  await raw.run(`insert into highlight_pages (id, owner_id, page_key, address, title, count, size, created_at, updated_at)
    select 'bench ' || l.id, l.owner_id, l.id, l.address, l.title, ${perPage}, ${perPage * 80}, l.created_at, l.created_at + 4
    from (select id, owner_id, address, title, created_at from links
      where owner_id = '${ownerId}' and trashed_at is null and address <> '' order by seq limit ${pages}) l`)
  await raw.run(`insert into highlights (id, owner_id, page_id, text, comm, style, anchor, place, size, created_at, updated_at)
    select p.id || ${n}, p.owner_id, p.id, ${words}, case when ${n} = 1 then 'Check this figure' else '' end, 1 + ${n} % 4,
      '{"quote":{"exact":"Heat","prefix":"","suffix":" moves"},"position":{"start":1,"end":5}}', ${n}, 80, p.created_at + ${n}, p.created_at + ${n}
    from (select *, row_number() over (order by id) as n from highlight_pages where owner_id = '${ownerId}') p, ${number}`)
  await raw.run(
    isPostgres
      ? `update highlights h set terms = setweight(to_tsvector('simple', p.title), 'A') || to_tsvector('simple', h.text)
          || setweight(to_tsvector('simple', h.comm), 'B') || '${owner} c0'::tsvector
        from highlight_pages p where p.id = h.page_id and h.owner_id = '${ownerId}'`
      : `insert into highlight_terms (rowid, owner, title, address, descr, tags)
        select h.seq, '${owner} c0', lower(p.title), lower(p.address), lower(h.text), lower(h.comm)
        from highlights h join highlight_pages p on p.id = h.page_id where h.owner_id = '${ownerId}'`,
  )
  await raw.run('commit')
  // SQLite plans without statistics. PostgreSQL itself does this after such an insert, within a minute.
  if (isPostgres) await raw.run('vacuum analyze')
}

/** Returns single statements that read the same rows, prepared. */
function bareSql(raw: RawSql, ownerId: string) {
  const isPostgres = raw.kind === 'postgres'
  const owner = `o${Buffer.from(ownerId).toString('hex')}`
  const list = isPostgres ? 'json_agg(json_build_array(' : 'json_group_array(json_array('
  const bare = isPostgres
    ? `regexp_replace(p.address, '^https?://(www\\.)?', '')`
    : `replace(replace(p.address, 'https://', ''), 'http://', '')`
  const page = (filter: string) => `select p.id, p.address, p.title, p.count, p.created_at, p.updated_at,
      (select ${list}h.id, h.text, h.comm, h.style, h.anchor, h.created_at, h.updated_at) order by h.place)
        from highlights h where h.page_id = p.id ${filter}) as highlights, l.id as link, l.title as name, l.address as saved, l.category, l.key_id,
      l.picture_id, l.file_bytes, exists (select 1 from files f where f.link_id = l.id and f.kind = 'reader') as copy,
      c.id as parent, c.name as collection
    from p left join links l on l.owner_id = $1 and substr(l.compare_key, 1, 200) = ${bare} and l.compare_key <> ''
      and l.trashed_at is null
    left join collections c on c.id = l.collection_id order by p.updated_at desc, p.id desc`
  const newest = 'order by updated_at desc, id desc limit 50'
  const all = raw.prepare(
    `with p as (select * from highlight_pages where owner_id = $1 ${newest}) ${page('')}`,
  )
  const matches = isPostgres
    ? `select seq, page_id from highlights where terms @@ $2::tsquery`
    : `select seq, page_id from highlights where seq in (select rowid from highlight_terms where highlight_terms match $2)`
  const found = raw.prepare(`with m as (${matches}), p as (
      select * from highlight_pages where id in (select page_id from m) ${newest}
    ) ${page('and h.seq in (select seq from m)')}`)
  const count =
    raw.prepare(`select count(*) as n, count(*) filter (where style = 1) as s1, count(*) filter (where style = 2) as s2,
      count(*) filter (where style = 3) as s3, count(*) filter (where comm <> '') as c,
      (select count(*) from highlight_pages where owner_id = $1) as pages
    from highlights where owner_id = $1`)
  const query = (word: string) =>
    isPostgres ? `'${word}':*ABD & '${owner}'` : `{descr tags title} : ("${word}" *) AND owner : ${owner}`
  return {
    list: () => all(ownerId),
    search: (word: string) => found(ownerId, query(word)),
    count: () => count(ownerId),
  }
}

/** Measures saving a highlight on a page that has some, relative to a durable transaction that writes the same rows. */
async function saving({ personId, person }: Site, wire: Wire, raw: RawSql): Promise<Row> {
  const isPostgres = raw.kind === 'postgres'
  const owner = `o${Buffer.from(personId).toString('hex')} c0`
  const columns = 'id, owner_id, page_id, text, comm, style, anchor, place, size, created_at, updated_at'
  const insert = raw.prepare(
    isPostgres
      ? `insert into highlights (${columns}, terms) values ($1, $2, $3, $4, '', 1, $5, 1, 80, $6, $6, $7::text::tsvector) returning seq`
      : `insert into highlights (${columns}) values ($1, $2, $3, $4, '', 1, $5, 1, 80, $6, $6) returning seq`,
  )
  const index = isPostgres
    ? null
    : raw.prepare(
        `insert into highlight_terms (rowid, owner, title, address, descr, tags) values ($1, $2, 'saved', 'bench example', $3, '')`,
      )
  const lock = raw.prepare(`select id, count from highlight_pages where owner_id = $1 and page_key = $2
    ${isPostgres ? 'for update' : ''}`)
  const page =
    raw.prepare(`insert into highlight_pages (id, owner_id, page_key, address, title, created_at, updated_at)
    values ($1, $2, $1, 'https://bench.example/', 'Saved', $3, $3)`)
  const count = raw.prepare(
    `update highlight_pages set count = count + 1, size = size + 80, updated_at = $2 where id = $1`,
  )
  let turn = 0
  const url = () => `https://bench.example/${Math.floor(turn / 10)}`
  const anchor = {
    quote: { exact: 'Heat moves through a wet wall', prefix: 'twenty ', suffix: ' faster' },
    position: { start: 100, end: 129 },
  }
  const text = () => `Heat moves through a wet wall ${++turn} times faster than through a dry one`
  const empty = get('/api/health')
  const taken = await inTurns(
    {
      empty: () => wire.time(empty),
      save: () => {
        const input = {
          url: url(),
          title: 'Saved',
          text: text(),
          anchor: { ...anchor, position: { start: turn, end: turn + 29 } },
        }
        return wire.time(post('/api/save-highlight', input, person.token))
      },
      sql: () =>
        timed(async () => {
          const now = Date.now()
          const id = randomBytes(16).toString('base64url')
          const words = text()
          const pageId = `bare ${Math.floor(turn / 10)}`
          await raw.run(isPostgres ? 'begin' : 'begin immediate')
          const [found] = await lock(personId, pageId)
          if (!found) await page(pageId, personId, now)
          const terms = words.toLowerCase().split(' ')
          const vector = [...new Set(terms)].map((term, at) => `'${term}':${at + 1}`).join(' ')
          const cells = [id, personId, pageId, words, JSON.stringify(anchor), now]
          const [row] = isPostgres ? await insert(...cells, `${vector} ${owner}`) : await insert(...cells)
          if (index) await index(row?.seq as number, owner, words.toLowerCase())
          await count(pageId, now)
          await raw.run('commit')
        }),
    },
    150,
  )
  const note = `empty ${median(taken.empty).toFixed(2)} + transaction ${median(taken.sql).toFixed(2)} ms`
  const against = median(taken.empty) + median(taken.sql)
  return atMost(2, 'save of a highlight, p50', median(taken.save), against, note)
}
