import { type Selectable, sql } from 'kysely'
import type { Granted } from '../../access/grant.ts'
import { bulkRows } from '../../db/statements/bulkRows.ts'
import type { Queries, Tx } from '../../db/db.ts'
import { inList, rowLock } from '../../db/dialect.ts'
import type { LinkRow } from '../../db/tables/libraryTables.ts'
import { hasRow } from '../../db/statements/readRow.ts'

const types = {
  seq: 'int',
  title: 'text',
  address: 'text',
  descr: 'text',
  check_list: 'text',
  sealed_picture: 'text',
  key_id: 'text',
  sub_category: 'text',
  compare_key: 'text',
  title_key: 'text',
  host_key: 'text',
  video_type: 'int',
  picture_source: 'text',
  is_public: 'int',
} as const satisfies Partial<Record<keyof LinkRow, 'int' | 'text'>>
/** The columns of a link that its encryption changes. */
export type StoredTexts = Pick<Selectable<LinkRow>, keyof typeof types>
const columns = Object.keys(types) as (keyof StoredTexts)[]

/** Returns whether there is any encrypted link. */
export async function hasEncryptedLinks(db: Queries): Promise<boolean> {
  return hasRow(db.selectFrom('links').where('key_id', 'is not', null))
}

/** Locks links, so that no job fills them until the transaction ends. */
export async function lockLinks(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`select seq from links where ${inList(tx, 'id', ids)} order by seq ${rowLock(tx, 'for update')}`.execute(
    tx,
  )
}

/** Replaces the texts of links and increments their versions. Pictures and players are found again from an address. */
export async function setTexts(
  tx: Tx,
  _granted: Granted<'links.edit'>,
  links: readonly StoredTexts[],
): Promise<void> {
  const rows = links.map(link => columns.map(column => link[column]))
  const set = columns.filter(column => column !== 'seq').map(column => `${column} = d.${column}`)
  await sql`update links set ${sql.raw(set.join(', '))}, picture_id = null, player = '', canonical_key = '', version = version + 1
    from (with d(${sql.raw(columns.join(', '))}) as (${bulkRows(tx, Object.values(types), rows)}) select * from d) d
    where links.seq = d.seq`.execute(tx)
}
