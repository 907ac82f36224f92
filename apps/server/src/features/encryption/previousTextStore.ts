import { sql } from 'kysely'
import type { Tx } from '../../db/db.ts'
import { inList, rowLock } from '../../db/dialect.ts'
import type { LinkRow } from '../../db/libraryTables.ts'
import { naming, type NamingTable } from './wipeStore.ts'

interface HeldRow {
  key: string | number
  text: string
  /** Whose list or webhook it is. */
  person: string
}

/**
 * Returns the next rows of a table that may name links, in the order of their keys, locked until the transaction ends.
 * @param after the last key of the previous call; '' at the beginning
 */
export async function lockNextRows(
  tx: Tx,
  table: NamingTable,
  after: string | number,
  limit: number,
): Promise<HeldRow[]> {
  const { key, text } = naming[table]
  const [column, row] = [sql.ref(`t.${text}`), sql.ref(`t.${key}`)]
  const isOwned = table === 'activities' || table === 'jobs'
  const from = isOwned ? sql`` : sql`join webhooks w on w.id = t.webhook_id`
  const start = key === 'seq' ? Number(after) : after
  const { rows } = await sql<HeldRow>`select ${row} as key, ${column} as text,
      ${isOwned ? sql`t.owner_id` : sql`w.owner_id`} as person
    from ${sql.table(table)} t ${from}
    where ${row} > ${start} and ${column} is not null and ${isOwned ? sql`t.owner_id is not null` : sql`true`}
    order by ${row} limit ${limit} ${rowLock(tx, 'for update of t')}`.execute(tx)
  return rows
}

/** Returns the owners and keys of links. */
export async function listLinkOwners(
  tx: Tx,
  ids: readonly string[],
): Promise<Pick<LinkRow, 'id' | 'owner_id' | 'key_id'>[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Pick<LinkRow, 'id' | 'owner_id' | 'key_id'>>`
    select id, owner_id, key_id from links where ${inList(tx, 'id', ids)}`.execute(tx)
  return rows
}

/** Returns the next person with encrypted links, in the order of ids. */
export async function nextOwnerOfEncrypted(tx: Tx, after: string): Promise<string | null> {
  const row = await tx
    .selectFrom('people')
    .select('id')
    .where('id', '>', after)
    .where(eb =>
      eb.exists(
        eb
          .selectFrom('links')
          .select('seq')
          .whereRef('links.owner_id', '=', 'people.id')
          .where('links.key_id', 'is not', null),
      ),
    )
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}
