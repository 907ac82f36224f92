import type { ImportReport } from '@nestmark/contract/transfer/importExport'
import { pluck } from '@nestmark/core/pluck'
import type { LinkWithRole } from '../../../access/roles.ts'
import type { Tx } from '../../../db/db.ts'
import { supportsOverwriting } from '../../../db/statements/overwriting.ts'
import { deletePageTexts } from '../../../db/searchText/pageText.ts'
import { listTextHolders } from '../../../db/searchText/textHolders.ts'
import { deleteEndedOfKind } from '../../../jobs/fileStore.ts'
import { enqueue, isQueued, lastEndOf } from '../../../jobs/store.ts'
import { endPrinted } from '../../uploads/receiving/endUploads.ts'
import { lockOwners } from '../../uploads/storage/storageStore.ts'
import { queueSweepAtOnce } from '../../uploads/storage/sweepFiles.job.ts'
import { wipeFiles } from '../links/linkFiles.ts'
import { purgeTextsKind } from './purgeTexts.job.ts'
import {
  clearJobs,
  clearNotifications,
  deletePictures,
  deleteTextRows,
  listNamingRows,
  listReportsWithTexts,
  type NamingTable,
  namingTables,
  setNaming,
} from './wipeStore.ts'

/**
 * Removes the plain texts of links from all places except their own rows, in the transaction that encrypts them (E02):
 * files, pictures, temporary PDFs, copies of pages and their texts, undo records, activity, notifications, webhooks,
 * suggestions and jobs.
 * They are found by the ids of the links, so that previous texts go too. The words of the search follow the index
 * (`indexSearchable`).
 * @param links as they were in plain text
 */
export async function wipeTexts(tx: Tx, links: readonly LinkWithRole[], at: number): Promise<void> {
  if (links.length === 0) return
  const owners = [...new Set(links.map(link => link.owner_id))]
  if (await endPrinted(tx, owners, at)) await queueSweepAtOnce(tx, at)
  for (const [ownerId, own] of Map.groupBy(links, link => link.owner_id)) {
    const ids = own.map(link => link.id)
    await lockOwners(tx, [ownerId])
    const holders = await listTextHolders(tx, ownerId)
    await wipeFiles(tx, ids, at)
    await deletePageTexts(tx, pluck(own, 'seq'))
    await deleteTextRows(tx, ids)
    await deletePictures(
      tx,
      own.flatMap(link => link.picture_id ?? []),
    )
    await clearJobs(tx, holders, ids)
    await clearNotifications(tx, holders, ids)
    await clearNaming(tx, holders, new Set(ids))
    await clearReports(tx, holders, at)
  }
  await purgeLater(tx, at)
}

/**
 * Several calls encrypt a large collection: one job follows them. It reads the entire index, so it does not run all the
 * time.
 */
const purgeDelayMs = 10_000
const purgeIntervalMs = 10 * 60_000

/** Queues the job that removes deleted texts from the files of the database, unless one waits. */
export async function purgeLater(tx: Tx, at: number): Promise<void> {
  if (!supportsOverwriting(tx) || (await isQueued(tx, purgeTextsKind))) return
  const runAfter = Math.max(at + purgeDelayMs, (await lastEndOf(tx, purgeTextsKind)) + purgeIntervalMs)
  await enqueue(tx, { ownerId: null, kind: purgeTextsKind, payload: {}, now: at, runAfter })
}

/** Removes the texts of links, or highlights, from lists that name them: activity entries, and what webhooks were or will be sent. */
export async function clearNaming(
  tx: Tx,
  holders: readonly string[],
  ids: ReadonlySet<string>,
): Promise<void> {
  for (const table of namingTables) {
    const rows = await listNamingRows(tx, table, holders, [...ids])
    const changed = rows.flatMap(({ key, text }) => {
      const without = clearNames(table, text, ids)
      return without === text ? [] : [[key, without] as const]
    })
    await setNaming(tx, table, changed)
  }
}

/**
 * Removes titles and addresses from the rows that imports skipped or changed: a row has no id of a link, and may be one that
 * is encrypted now. Its number and the reason remain.
 */
async function clearReports(tx: Tx, personIds: readonly string[], at: number): Promise<void> {
  // Previews of imports, with their files.
  await deleteEndedOfKind(tx, personIds, 'previewImport', at)
  const reports = await listReportsWithTexts(tx, personIds)
  const cleared = reports.map(({ key, text }) => {
    const report = JSON.parse(text) as ImportReport
    const rows = report.rows.map(({ row, reason }) => ({ row, reason }))
    return [key, JSON.stringify({ ...report, rows })] as const
  })
  await setNaming(tx, 'jobs', cleared)
}

/** Returns a text of a table without the titles, addresses and descriptions of these links. */
function clearNames(table: NamingTable, text: string, ids: ReadonlySet<string>): string {
  return table === 'activities' ? clearLines(text, ids) : clearJson(text, ids, emptyTexts)
}

/** Returns lines of JSON `[id, title]` without the titles of these links. */
function clearLines(text: string, ids: ReadonlySet<string>): string {
  return text
    .split('\n')
    .map(line => {
      if (line === '') return line
      const [id] = JSON.parse(line) as [string, string]
      return ids.has(id) ? JSON.stringify([id, '']) : line
    })
    .join('\n')
}

/** Removes the names of tags of links from what webhooks were or will be sent. */
export async function clearTagsOfWebhooks(tx: Tx, ownerId: string, ids: ReadonlySet<string>): Promise<void> {
  const holders = await listTextHolders(tx, ownerId)
  for (const table of ['webhook_events', 'webhook_deliveries'] as const) {
    const rows = await listNamingRows(tx, table, holders, [...ids])
    await setNaming(
      tx,
      table,
      rows.map(({ key, text }) => [key, clearJson(text, ids, { tags: [] })] as const),
    )
  }
}

/** `title`, `text` and `comm` are those of highlights. */
const emptyTexts = { name: '', link: '', desc: '', title: '', text: '', comm: '' }

/** Returns JSON in which the objects of these links have empty fields. @param empty the values of these fields */
function clearJson(text: string, ids: ReadonlySet<string>, empty: Record<string, unknown>): string {
  const cleared = JSON.stringify(JSON.parse(text), (_, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value
    const { id, _id } = value as { id?: string; _id?: string }
    if (!ids.has(id ?? _id ?? '')) return value
    const fields = Object.entries(empty).filter(([name]) => name in value)
    return { ...value, ...Object.fromEntries(fields) }
  })
  return cleared
}
