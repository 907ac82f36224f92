import { sql } from 'kysely'
import { bulkRows } from '../../db/bulkRows.ts'
import type { Tx } from '../../db/db.ts'
import { inList } from '../../db/dialect.ts'

/** Deletes all tags of links, those of deleted tags included, and the records by which an undo would add or remove them. */
export async function deleteTagsOfLinks(tx: Tx, seqs: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('link_tags')
    .where(inList(tx, 'link_seq', seqs))
    .execute()
  await sql`delete from undo_links where ${inList(tx, 'link_seq', seqs)}
    and undo_id in (select id from undo_records where kind = 'tagLinks')`.execute(tx)
}

/** Returns the jobs that add or remove tags of these links by their ids, finished ones included. */
export async function listTagJobs(
  tx: Tx,
  linkIds: readonly string[],
): Promise<{ id: string; payload: string }[]> {
  const named = linkIds.map(id => [`%"${id}"%`])
  const { rows } = await sql<{ id: string; payload: string }>`select t.id, t.payload from jobs t
    where t.kind = 'bulk' and t.payload like '%"action":"tagLinks"%' and t.payload like '%"ids":[%'
      and exists (select 1 from (with d(pattern) as (${bulkRows(tx, ['text'], named)}) select * from d) d
        where t.payload like d.pattern)`.execute(tx)
  return rows
}

export async function setJobPayloads(
  tx: Tx,
  jobs: readonly (readonly [id: string, payload: string])[],
): Promise<void> {
  if (jobs.length === 0) return
  await sql`update jobs set payload = d.payload
    from (with d(id, payload) as (${bulkRows(tx, ['text', 'text'], jobs)}) select * from d) d
    where jobs.id = d.id`.execute(tx)
}
