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
    await copyLibrary(raw, ownerId, `crowd${n}-`)
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
  const terms = [ownerId, prefix].map(id => `o${Buffer.from(id).toString('hex')}`)
  const own = `where owner_id = '${ownerId}'`
  const { collections, tags, links } = columnsOf
  const copied = (of: string) => `'${prefix}' || ${of}`
  const vector = `replace(terms::text, '${terms[0]}', '${terms[1]}')::tsvector`
  const linkTags = `from link_tags lt join links l on l.seq = lt.link_seq join tags t on t.seq = lt.tag_seq
    join links cl on cl.id = ${copied('l.id')} join tags ct on ct.id = ${copied('t.id')} where lt.owner_id = '${ownerId}'`
  // Words of other scripts differ from those of the server, which the measured searches do not read.
  const texts = `select c.seq, '${terms[1]} c' || c.category, c.title, c.address, c.descr,
    (select group_concat(t.name, ' ') from link_tags lt join tags t on t.seq = lt.tag_seq where lt.link_seq = c.seq)
    from links c where c.owner_id = '${prefix}' order by c.seq`
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
    ...(isPostgres ? [] : [`insert into links_text (rowid, owner, title, address, descr, tags) ${texts}`]),
  ])
    await raw.run(statement)
  await raw.run('commit')
}
