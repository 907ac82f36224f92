import { randomBytes } from 'node:crypto'
import { toIndexTerms } from '@nestmark/core/words/searchTerms'
import { ownerTerm, termPrefix, withPrefix } from '../apps/server/src/db/searchText/ownerTerms.ts'
import { openRawSql, type RawSql, type ServerLocation } from './serverLocation.ts'

const columnsOf = {
  collections:
    'name, name_key, sort_key, position, n1, n2, n3, n4, n5, folder_count, created_at, updated_at, trashed_at, trashed_by',
  tags: 'name, name_key, folded, sort_key, links',
  links: 'category, title, address, compare_key, title_key, host_key, descr, created_at, updated_at',
}

/**
 * Adds libraries of other people to a database: copies of one library, with raw statements for all rows of a table.
 * @param ownerId the owner of the copied library, which has nothing in the trash
 */
export async function addCrowd(location: ServerLocation, ownerId: string, libraries: number): Promise<void> {
  const raw = await openRawSql(location)
  if (raw.kind === 'sqlite') await raw.run('PRAGMA synchronous = OFF')
  // Its entries are added together afterwards, as those of a restored backup.
  const index = raw.kind === 'postgres' ? await dropIndex(raw) : null
  for (let n = 1; n <= libraries; n++) {
    await copyLibrary(raw, ownerId, randomBytes(16).toString('base64url'))
    console.error(`  ${n} of ${libraries} other libraries`)
  }
  if (index) await raw.run(index)
  if (raw.kind === 'postgres') await raw.run('vacuum analyze')
  await raw.close()
}

async function dropIndex(raw: RawSql): Promise<string> {
  const [made] = await raw.prepare(
    `select indexdef as made from pg_indexes where indexname = 'links_terms'`,
  )()
  await raw.run('drop index links_terms')
  return String(made?.made)
}

/** @param prefix begins the ids of the copy, and is its owner */
async function copyLibrary(raw: RawSql, ownerId: string, prefix: string): Promise<void> {
  const isPostgres = raw.kind === 'postgres'
  const terms = [ownerId, prefix].map(ownerTerm)
  const own = `where owner_id = '${ownerId}'`
  const { collections, tags, links } = columnsOf
  const copied = (of: string) => `'${prefix}' || ${of}`
  const [from, to] = [ownerId, prefix].map(id => `''${termPrefix(id)}`)
  const vector = `replace(replace(terms::text, '${terms[0]}', '${terms[1]}'), '${from}', '${to}')::tsvector`
  const linkTags = `from link_tags lt join links l on l.seq = lt.link_seq join tags t on t.seq = lt.tag_seq
    join links cl on cl.id = ${copied('l.id')} join tags ct on ct.id = ${copied('t.id')} where lt.owner_id = '${ownerId}'`
  await raw.run('begin')
  for (const statement of [
    `insert into people (id, root_id, created_at, plan, n1, n2, n3, n4, n5)
      select '${prefix}', ${copied('root_id')}, created_at, plan, n1, n2, n3, n4, n5 from people where id = '${ownerId}'`,
    `insert into collections (id, owner_id, parent_id, ${collections})
      select ${copied('id')}, '${prefix}', ${copied('parent_id')}, ${collections} from collections ${own}`,
    `insert into tags (id, owner_id, ${tags}) select ${copied('id')}, '${prefix}', ${tags} from tags ${own} order by seq`,
    `insert into links (id, owner_id, collection_id, ${links}${isPostgres ? ', terms' : ''})
      select ${copied('id')}, '${prefix}', ${copied('collection_id')}, ${links}${isPostgres ? `, ${vector}` : ''}
      from links ${own} order by seq`,
    `insert into link_tags (link_seq, tag_seq, owner_id, position) select cl.seq, ct.seq, '${prefix}', lt.position ${linkTags}`,
    `insert into words (owner_id, word) select '${prefix}', word from words ${own}`,
  ])
    await raw.run(statement)
  if (!isPostgres) await indexCopy(raw, prefix)
  await raw.run('commit')
}

const indexedAtOnce = 5000

async function indexCopy(raw: RawSql, ownerId: string): Promise<void> {
  const read = raw.prepare(`select seq, category, title, address, descr,
    (select group_concat(t.name, ' , ') from link_tags lt join tags t on t.seq = lt.tag_seq where lt.link_seq = c.seq) as tags
    from links c where owner_id = $1 and seq > $2 order by seq limit ${indexedAtOnce}`)
  const insert = raw.prepare(
    `insert into links_text (rowid, owner, title, address, descr, tags) values ($1, $2, $3, $4, $5, $6)`,
  )
  const prefix = termPrefix(ownerId)
  for (let last = 0; ;) {
    const rows = await read(ownerId, last)
    if (rows.length === 0) return
    for (const { seq, category, title, address, descr, tags } of rows) {
      const terms = [title, address, descr, tags ?? ''].map(each =>
        withPrefix(toIndexTerms(String(each)), prefix),
      )
      await insert(Number(seq), `${ownerTerm(ownerId)} c${String(category)}`, ...terms)
      last = Number(seq)
    }
  }
}
