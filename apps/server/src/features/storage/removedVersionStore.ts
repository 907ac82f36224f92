import { sql } from 'kysely'
import { bulkRows } from '../../db/statements/bulkRows.ts'
import type { CopyVersionRow } from '../../db/tables/copyTables.ts'
import type { Queries, Tx } from '../../db/db.ts'
import { inList } from '../../db/dialect.ts'
import type { RemovedVersion } from './takenFileStore.ts'

/** Returns the versions of the pages of links. */
export async function listPresentVersions(
  db: Queries,
  linkIds: readonly string[],
): Promise<Pick<CopyVersionRow, 'link_id' | 'number' | 'digest' | 'mode'>[]> {
  if (linkIds.length === 0) return []
  return db
    .selectFrom('copy_versions')
    .select(['link_id', 'number', 'digest', 'mode'])
    .where(inList(db, 'link_id', linkIds))
    .execute()
}

/** Adds removed versions to their links again. A link without another copy gets what was known about its copies. */
export async function insertVersions(tx: Tx, removed: readonly RemovedVersion[]): Promise<void> {
  if (removed.length === 0) return
  await tx
    .insertInto('copy_versions')
    .values(removed.map(({ version }) => version))
    .execute()
  const links = [...new Set(removed.map(({ version }) => version.link_id))]
  await sql`update copies set state = 'kept' where ${inList(tx, 'link_id', links)} and state = 'none'`.execute(
    tx,
  )
  // Older versions can be restored without the newest one, which has the facts.
  const facts = new Map(
    removed.flatMap(({ version, copy }) =>
      copy ? [[version.link_id, [version.link_id, copy.page, copy.fault, copy.checked_at]] as const] : [],
    ),
  )
  if (facts.size === 0) return
  await sql`update copies set page = d.page, fault = d.fault, checked_at = d.checked_at
    from (with d(id, page, fault, checked_at) as (${bulkRows(tx, ['text', 'text', 'text', 'int'], [...facts.values()])})
      select * from d) d
    where copies.link_id = d.id and copies.state = 'kept' and copies.checked_at is null`.execute(tx)
}

/**
 * Restores the texts of pages that have none. The caller indexes them. The newest removed version has the text.
 * @param linkIds the links of restored versions
 * @returns the sequence numbers of their links
 */
export async function restorePageTexts(tx: Tx, linkIds: readonly string[]): Promise<number[]> {
  if (linkIds.length === 0) return []
  const { rows } = await sql<{ seq: number }>`insert into page_texts (link_seq, text)
    select l.seq, r.page_text from removed_files r join links l on l.id = r.link_id
    where ${inList(tx, 'r.link_id', linkIds)} and r.page_text is not null order by r.position desc
    on conflict (link_seq) do nothing returning link_seq as seq`.execute(tx)
  return rows.map(row => row.seq)
}
