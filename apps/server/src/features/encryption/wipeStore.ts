import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { bulkRows } from '../../db/bulkRows.ts'
import type { Tx } from '../../db/db.ts'
import { inList } from '../../db/dialect.ts'
import { hasWord } from '../../db/wordUse.ts'

/** Deletes what is known about the copies of pages. Their files are deleted before. */
export async function deletePageRows(tx: Tx, linkIds: readonly string[]): Promise<void> {
  for (const table of ['copies', 'copy_versions', 'reading_places'] as const)
    await tx
      .deleteFrom(table)
      .where(inList(tx, 'link_id', linkIds))
      .execute()
}

export async function deletePictures(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await tx
      .deleteFrom('pictures')
      .where(inList(tx, 'id', ids))
      .execute()
}

/** Deletes the former texts of edits, and the suggestions that became these links. */
export async function deleteRecords(tx: Tx, linkIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('undo_edits')
    .where(inList(tx, 'link_id', linkIds))
    .execute()
  await tx
    .deleteFrom('suggestions')
    .where(inList(tx, 'link_id', linkIds))
    .execute()
}

/** Removes titles from the jobs of links; a job finds its link by the id. */
export async function clearJobs(tx: Tx, ownerId: string, linkIds: readonly string[]): Promise<void> {
  const rows = linkIds.map(id => [`{"link":"${id}"}`])
  await sql`update jobs set payload = d.payload
    from (with d(payload) as (${bulkRows(tx, ['text'], rows)}) select * from d) d
    where jobs.owner_id = ${ownerId} and jobs.kind = 'fillLink'
      and substr(jobs.payload, 1, length(d.payload) - 1) = substr(d.payload, 1, length(d.payload) - 1)`.execute(
    tx,
  )
}

/**
 * Removes titles from notifications: those with a title of these links anywhere in their owner's library, and all that name
 * the latest link of one of their collections, which may have been renamed since.
 */
export async function clearNotifications(
  tx: Tx,
  ownerId: string,
  links: readonly { title: string; collection_id: string }[],
): Promise<void> {
  const titles = links.map(link => link.title)
  const collections = [...new Set(links.map(link => link.collection_id))]
  await sql`update notifications set subject = '' where subject <> ''
    and collection_id in (select id from collections where owner_id = ${ownerId})
    and (${inList(tx, 'subject', titles)} or (${inList(tx, 'collection_id', collections)}
      and action in ('add_link', 'update_link', 'delete_links', 'access_requested', 'sugg_new', 'sugg_approved', 'sugg_rejected')))`.execute(
    tx,
  )
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

/** Returns the rows about an owner's library that name one of the links: of the owner, and webhooks of members. */
export async function listNamingRows(
  tx: Tx,
  table: NamingTable,
  ownerId: string,
  linkIds: readonly string[],
): Promise<NamingRow[]> {
  const { key, text } = naming[table]
  const [column, row] = [sql.ref(`t.${text}`), sql.ref(`t.${key}`)]
  const who =
    table === 'activities' || table === 'jobs'
      ? sql`t.owner_id = ${ownerId}`
      : sql`t.webhook_id in (select id from webhooks where owner_id = ${ownerId}
          or owner_id in (select person_id from shares where owner_id = ${ownerId}))`
  const named = linkIds.map(id => [`%"${id}"%`])
  const { rows } = await sql<NamingRow>`select ${row} as key, ${column} as text from ${sql.table(table)} t
    where ${who} and exists (select 1 from (with d(pattern) as (${bulkRows(tx, ['text'], named)}) select * from d) d
      where ${column} like d.pattern)`.execute(tx)
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

/** Words per statement; other calls are answered between two. */
const wordsAtOnce = 200

/** Deletes words of a library that no link of it has any more. Each is looked up in the index. */
export async function deleteUnusedWords(tx: Tx, ownerId: string, words: readonly string[]): Promise<void> {
  for (const part of partsOf(words, wordsAtOnce)) {
    await nextTurn()
    await sql`delete from words where owner_id = ${ownerId} and ${inList(tx, 'word', part)}
      and not ${hasWord(tx, ownerId)}`.execute(tx)
  }
}

/** Deletes words of a library. */
export async function deleteWords(tx: Tx, ownerId: string, words: readonly string[]): Promise<void> {
  for (const part of partsOf(words, 10 * wordsAtOnce)) {
    await nextTurn()
    await sql`delete from words where owner_id = ${ownerId} and ${inList(tx, 'word', part)}`.execute(tx)
  }
}

function partsOf(words: readonly string[], length: number): string[][] {
  return Array.from({ length: Math.ceil(words.length / length) }, (_, at) =>
    words.slice(at * length, (at + 1) * length),
  )
}
