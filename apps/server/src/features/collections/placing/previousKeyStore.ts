import { sql } from 'kysely'
import { bulkRows } from '../../../db/statements/bulkRows.ts'
import type { Queries, Tx } from '../../../db/db.ts'
import { inList } from '../../../db/dialect.ts'

/** Returns the validation values of collections by their ids; null without a key. */
export async function readKeyValues(tx: Tx, ids: readonly string[]): Promise<Map<string, string | null>> {
  const rows = await tx
    .selectFrom('collections')
    .select(['id', 'enc_id'])
    .where(inList(tx, 'id', [...new Set(ids)]))
    .execute()
  return new Map(rows.map(row => [row.id, row.enc_id]))
}

/** Stores the values of keys that were replaced. */
export async function putPreviousKeys(
  tx: Tx,
  keys: readonly (readonly [collectionId: string, keyId: string, value: string])[],
  now: number,
): Promise<void> {
  if (keys.length === 0) return
  const rows = keys.map(each => [...each, now])
  await sql`insert into former_keys (collection_id, key_id, enc_id, replaced_at)
    select * from (${bulkRows(tx, ['text', 'text', 'text', 'int'], rows)}) d
    where true on conflict (collection_id, key_id) do update set enc_id = excluded.enc_id`.execute(tx)
}

export async function listPreviousKeysOf(db: Queries, collectionIds: readonly string[]) {
  return db
    .selectFrom('former_keys')
    .select(['collection_id', 'key_id', 'enc_id'])
    .where(inList(db, 'collection_id', collectionIds))
    .orderBy('replaced_at', 'desc')
    .execute()
}
