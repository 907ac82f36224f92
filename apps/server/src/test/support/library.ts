import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../db/db.ts'
import { isPostgres } from '../../db/dialect.ts'
import { termPrefix, withPrefix } from '../../db/searchText/ownerTerms.ts'
import { refreshStatistics } from '../../db/statistics.ts'

export interface LibraryOwner {
  id: string
  rootId: string
}

export interface LibrarySize {
  links: number
  collections: number
  tags: number
}

/**
 * Fills a library with rows in realistic proportions: every link has two tags, one in 60 is a favourite, one in 100 is
 * in the trash; every title contains a word shared by all ('common'), one shared by one in 20 ('often3') and a unique one.
 * Each collection has ten children. Ids of one owner's rows begin with `prefix`.
 */
export async function fillLibrary(
  db: Db,
  { id: owner, rootId }: LibraryOwner,
  { links, collections, tags }: LibrarySize,
  prefix: string,
): Promise<void> {
  await db.write(async tx => {
    const name = (kind: string, n: RawBuilder<unknown>) => sql`${`${prefix}-${kind}-`} || ${n}`
    const n = sql.ref('n')
    await sql`insert into collections (id, owner_id, parent_id, name, name_key, position, created_at, updated_at, n3)
      select ${name('c', n)}, ${owner}, case when n <= 10 then ${rootId} else ${name('c', sql`(n / 10)`)} end,
        'Collection ' || n, 'collection ' || n, n, n, n, ${Math.round(links / collections)}
      from ${numbers(tx, collections)} order by n`.execute(tx)
    await sql`insert into tags (id, owner_id, name, name_key, folded, links)
      select ${name('t', n)}, ${owner}, 'tag' || n, 'tag' || n, 'tag' || n, ${Math.round((links * 2) / tags)}
      from ${numbers(tx, tags)}`.execute(tx)
    const address = sql`'https://host' || (n % 500) || '.example.org/page/' || n`
    const key = sql`'host' || (n % 500) || '.example.org/page/' || n`
    await sql`insert into links (id, owner_id, collection_id, category, title, address, compare_key, title_key, host_key, descr,
        created_at, updated_at, trashed_at)
      select ${name('l', n)}, ${owner}, ${name('c', sql`(1 + n % ${sql.lit(collections)})`)}, 3,
        'common often' || (n % 20) || ' own' || n, ${address}, ${key}, 'common often' || n, 'host' || (n % 500) || '.example.org',
        'A note that is long enough to be one', n * 1000, n * 1000, case when n % 100 = 0 then n * 1000 else null end
      from ${numbers(tx, links)}`.execute(tx)
    await sql`insert into link_tags (link_seq, tag_seq, owner_id, position)
      select l.seq, t.seq, ${owner}, 1 from ${numbers(tx, links)} join links l on l.id = ${name('l', n)}
        join tags t on t.id = ${name('t', sql`(1 + n % ${sql.lit(tags)})`)}
      union all
      select l.seq, t.seq, ${owner}, 2 from ${numbers(tx, links)} join links l on l.id = ${name('l', n)}
        join tags t on t.id = ${name('t', sql`(1 + (n + 7) % ${sql.lit(tags)})`)}`.execute(tx)
    await sql`insert into favourite_links (person_id, link_id, created_at)
      select ${owner}, ${name('l', n)}, n from ${numbers(tx, links)} where n % 60 = 0`.execute(tx)
    await fillText(tx, owner, prefix, links)
    await fillHighlights(tx, owner, prefix, links)
    await sql`update people set n3 = ${links} where id = ${owner}`.execute(tx)
  })
  await refreshStatistics(db)
}

async function fillText(tx: Tx, owner: string, prefix: string, links: number): Promise<void> {
  const ownerTerm = `o${Buffer.from(owner).toString('hex')}`
  const id = sql`${`${prefix}-l-`} || n`
  const begin = termPrefix(owner)
  const terms = (text: string) => withPrefix(text, begin)
  await sql`insert into words (owner_id, word) select ${owner}, 'own' || n from ${numbers(tx, links)}
    union all select ${owner}, 'often' || n from ${numbers(tx, 19)} union all select ${owner}, 'common'`.execute(
    tx,
  )
  if (isPostgres(tx))
    await sql`update links set terms = (${`'${ownerTerm}' 'c3' '${begin}common':1A '${begin}often`} || (n % 20) || ${`':2A '${begin}own`} || n || ''':3A')::tsvector
      from ${numbers(tx, links)} where links.id = ${id}`.execute(tx)
  else
    await sql`insert into links_text (rowid, owner, title, address, descr, tags)
      select l.seq, ${`${ownerTerm} c3`}, ${`${begin}common ${begin}often`} || (n % 20) || ${` ${begin}own`} || n,
        ${terms('host example org page')}, ${terms('a note')}, ${terms('tag')}
      from ${numbers(tx, links)} join links l on l.id = ${id}`.execute(tx)
}

/** Returns a source of the numbers from 1, in a column `n`. */
function numbers(tx: Tx, count: number): RawBuilder<unknown> {
  return isPostgres(tx)
    ? sql`generate_series(1, ${count}) as numbers(n)`
    : sql`(with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count}) select n from numbers)`
}

/** Highlights each third page of a library twice: in four colours, and each tenth with a comment. */
async function fillHighlights(tx: Tx, owner: string, prefix: string, links: number): Promise<void> {
  const pages = sql`(select n from ${numbers(tx, links)} where n % 3 = 0) p`
  const name = (kind: string, n: RawBuilder<unknown>) => sql`${`${prefix}-${kind}-`} || ${n}`
  const n = sql.ref('p.n')
  await sql`insert into highlight_pages (id, owner_id, page_key, address, title, count, size, created_at, updated_at)
    select ${name('h', n)}, ${owner}, ${name('key', n)}, 'https://host' || (p.n % 500) || '.example.org/page/' || p.n,
      'Page ' || p.n, 2, 80, p.n * 1000, p.n * 1000 + 1 from ${pages}`.execute(tx)
  await sql`insert into highlights (id, owner_id, page_id, text, comm, style, place, size, created_at, updated_at)
    select ${name('hl', n)} || '-' || k.n, ${owner}, ${name('h', n)},
      'Words that were marked often' || (p.n % 20) || ' own' || p.n, case when p.n % 10 = 0 then 'A comment' else '' end,
      1 + (p.n + k.n) % 4, k.n, 40, p.n * 1000 + k.n - 1, p.n * 1000 + k.n - 1
    from ${pages}, (select n from ${numbers(tx, 2)}) k`.execute(tx)
  const ownerTerm = `o${Buffer.from(owner).toString('hex')}`
  const rows = sql`from highlights h join ${pages} on h.page_id = ${name('h', n)}`
  if (isPostgres(tx))
    await sql`update highlights set terms = d.v from (
        select h.seq, (${`'${ownerTerm}' 'c0' 'page':1A 'example':2C 'words':4D 'often`} || (p.n % 20) || ''':5D ''own' || p.n
          || ''':6D ''host' || (p.n % 500) || ''':3C')::tsvector as v ${rows}
      ) d where highlights.seq = d.seq`.execute(tx)
  else
    await sql`insert into highlight_terms (rowid, owner, title, address, descr, tags)
      select h.seq, ${`${ownerTerm} c0`}, 'page ' || p.n, 'host' || (p.n % 500) || ' example org page ' || p.n,
        'words that were marked often' || (p.n % 20) || ' own' || p.n, '' ${rows}`.execute(tx)
}
