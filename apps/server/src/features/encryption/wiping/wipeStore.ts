import type { NotificationAction } from '@nestmark/contract/notifications'
import { sql } from 'kysely'
import { tablesWhere } from '../../../db/tables/allTables.ts'
import { bulkRows } from '../../../db/statements/bulkRows.ts'
import type { Tx } from '../../../db/db.ts'
import { inList } from '../../../db/dialect.ts'

const deletedWhenEncrypted = tablesWhere(table => table.encryption === 'deleted')

/** Deletes the rows that contain texts of links or of their pages, and the state of copies, whose files are deleted before. */
export async function deleteTextRows(tx: Tx, linkIds: readonly string[]): Promise<void> {
  for (const table of ['copies', ...deletedWhenEncrypted])
    await sql`delete from ${sql.table(table)} where ${inList(tx, 'link_id', linkIds)}`.execute(tx)
}

export async function deletePictures(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await tx
      .deleteFrom('pictures')
      .where(inList(tx, 'id', ids))
      .execute()
}

/** Removes titles from the jobs of links; a job finds its link by the id. */
export async function clearJobs(
  tx: Tx,
  holders: readonly string[],
  linkIds: readonly string[],
): Promise<void> {
  const rows = linkIds.map(id => [`{"link":"${id}"}`])
  await sql`update jobs set payload = d.payload
    from (with d(payload) as (${bulkRows(tx, ['text'], rows)}) select * from d) d
    where ${inList(tx, 'jobs.owner_id', holders)} and jobs.kind = 'fillLink'
      and substr(jobs.payload, 1, length(d.payload) - 1) = substr(d.payload, 1, length(d.payload) - 1)`.execute(
    tx,
  )
}

/** Notifications of an earlier version have no id of what they name. These may name a link. */
const linkActions = [
  'add_link',
  'update_link',
  'delete_links',
  'access_requested',
  'sugg_new',
  'sugg_approved',
  'sugg_rejected',
] as const satisfies readonly NotificationAction[]

/**
 * Removes titles from notifications: those of the links, and all that may name one and have no id.
 * @param holders the owner, and others whose collections the links may have been in
 */
export async function clearNotifications(
  tx: Tx,
  holders: readonly string[],
  linkIds: readonly string[],
): Promise<void> {
  await sql`update notifications set subject = '' where subject <> ''
    and (${inList(tx, 'subject_id', linkIds)} or subject_id is null and ${inList(tx, 'action', linkActions)})
    and collection_id in (select id from collections where ${inList(tx, 'owner_id', holders)})`.execute(tx)
}

/** The tables with lists that name links, and their columns. */
const naming = {
  activities: { key: 'seq', text: 'subjects' },
  webhook_events: { key: 'seq', text: 'subjects' },
  webhook_deliveries: { key: 'id', text: 'events' },
  /** Of imports, which name links that were saved before. */
  jobs: { key: 'id', text: 'report' },
} as const
export type NamingTable = keyof typeof naming
export const namingTables = Object.keys(naming) as NamingTable[]

interface NamingRow {
  key: string | number
  text: string
}

/**
 * Returns the rows that name one of the links.
 * @param holders the owner, and others whose lists or webhooks may name the links
 */
export async function listNamingRows(
  tx: Tx,
  table: NamingTable,
  holders: readonly string[],
  linkIds: readonly string[],
): Promise<NamingRow[]> {
  const { key, text } = naming[table]
  const [column, row] = [sql.ref(`t.${text}`), sql.ref(`t.${key}`)]
  const who =
    table === 'activities' || table === 'jobs'
      ? inList(tx, 't.owner_id', holders)
      : sql`t.webhook_id in (select id from webhooks where ${inList(tx, 'owner_id', holders)}
          or owner_id in (select person_id from shares where ${inList(tx, 'owner_id', holders)}))`
  const named = linkIds.map(id => [`%"${id}"%`])
  const { rows } = await sql<NamingRow>`select ${row} as key, ${column} as text from ${sql.table(table)} t
    where ${who} and exists (select 1 from (with d(pattern) as (${bulkRows(tx, ['text'], named)}) select * from d) d
      where ${column} like d.pattern)`.execute(tx)
  return rows
}

/** Returns the reports of these people's imports whose rows have titles or addresses. */
export async function listReportsWithTexts(tx: Tx, personIds: readonly string[]): Promise<NamingRow[]> {
  const { rows } = await sql<NamingRow>`select id as key, report as text from jobs
    where ${inList(tx, 'owner_id', personIds)} and kind in ('importBookmarks', 'importHighlights')
      and (report like '%"title":%' or report like '%"address":%')`.execute(tx)
  return rows
}

export async function setNaming(
  tx: Tx,
  table: NamingTable,
  rows: readonly (readonly [key: string | number, text: string])[],
): Promise<void> {
  if (rows.length === 0) return
  const { key, text } = naming[table]
  const types = [key === 'seq' ? 'int' : 'text', 'text'] as const
  await sql`update ${sql.table(table)} set ${sql.ref(text)} = d.text
    from (with d(key, text) as (${bulkRows(tx, types, rows)}) select * from d) d
    where ${sql.table(table)}.${sql.ref(key)} = d.key`.execute(tx)
}

/**
 * Deletes files that were removed from links and could be restored.
 * @returns their blobs
 */
export async function deleteRemovedFiles(tx: Tx, linkIds: readonly string[]): Promise<string[]> {
  if (linkIds.length === 0) return []
  const { rows } = await sql<{ blob_id: string }>`delete from removed_files
    where ${inList(tx, 'link_id', linkIds)} returning blob_id`.execute(tx)
  return [...new Set(rows.map(row => row.blob_id))]
}
