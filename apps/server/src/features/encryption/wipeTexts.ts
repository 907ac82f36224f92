import type { LinkWithRole } from '../../access/roles.ts'
import type { Tx } from '../../db/db.ts'
import { supportsOverwriting } from '../../db/overwriting.ts'
import { deletePageTexts } from '../../db/pageText.ts'
import { enqueue, isQueued, lastEndOf } from '../../jobs/store.ts'
import { endPrinted } from '../files/endUploads.ts'
import { lockOwners } from '../files/storageStore.ts'
import { queueSweepAtOnce } from '../files/sweepFiles.job.ts'
import { listSubstringWords, toTerms } from '../links/linkText.ts'
import { indexWordsKind, type IndexWordsPayload } from './indexWords.job.ts'
import { wipeFiles } from './linkFiles.ts'
import { purgeTextsKind } from './purgeTexts.job.ts'
import {
  clearJobs,
  clearNotifications,
  deletePageRows,
  deletePictures,
  deleteRecords,
  deleteUnusedWords,
  deleteWords,
  listNamingRows,
  namingTables,
  setNaming,
} from './wipeStore.ts'

/**
 * Removes the plain texts of links from all places except their own rows, in the transaction that encrypts them (E02):
 * files, pictures, temporary PDFs, copies of pages and their texts, words of the search, undo records, activity, notifications,
 * webhooks, suggestions and jobs.
 * @param links as they were in plain text
 */
export async function wipeTexts(tx: Tx, links: readonly LinkWithRole[], at: number): Promise<void> {
  if (links.length === 0) return
  const owners = [...new Set(links.map(link => link.owner_id))]
  if (await endPrinted(tx, owners, at)) await queueSweepAtOnce(tx, at)
  for (const [ownerId, own] of Map.groupBy(links, link => link.owner_id)) {
    const ids = own.map(link => link.id)
    await lockOwners(tx, [ownerId])
    await wipeFiles(tx, ids, at)
    await deletePageTexts(
      tx,
      own.map(link => link.seq),
    )
    await deletePageRows(tx, ids)
    await deletePictures(
      tx,
      own.flatMap(link => link.picture_id ?? []),
    )
    await deleteRecords(tx, ids)
    await clearJobs(tx, ownerId, ids)
    await clearNotifications(tx, ownerId, own)
    await clearNaming(tx, ownerId, new Set(ids))
    await forgetWords(tx, ownerId, own, at)
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

/** Removes the titles of links from lists that name them: activity entries, and what webhooks were or will be sent. */
async function clearNaming(tx: Tx, ownerId: string, ids: ReadonlySet<string>): Promise<void> {
  for (const table of namingTables) {
    const rows = await listNamingRows(tx, table, ownerId, [...ids])
    const changed = rows.flatMap(({ key, text }) => {
      const without = table === 'activities' ? clearLines(text, ids) : clearJson(text, ids, emptyTexts)
      return without === text ? [] : [[key, without] as const]
    })
    await setNaming(tx, table, changed)
  }
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
  for (const table of ['webhook_events', 'webhook_deliveries'] as const) {
    const rows = await listNamingRows(tx, table, ownerId, [...ids])
    await setNaming(
      tx,
      table,
      rows.map(({ key, text }) => [key, clearJson(text, ids, { tags: [] })] as const),
    )
  }
}

const emptyTexts = { name: '', link: '', desc: '' }

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

/** More words than these are removed without checking other links; a job indexes those again. */
const maxLookups = 5000

/** Removes the words of links from the words of their owner's library, where no other link has them. */
async function forgetWords(
  tx: Tx,
  ownerId: string,
  links: readonly LinkWithRole[],
  at: number,
): Promise<void> {
  const words = new Set(links.flatMap(link => listSubstringWords(toTerms({ ...link, ownerId, tags: [] }))))
  if (words.size <= maxLookups) return deleteUnusedWords(tx, ownerId, [...words])
  await deleteWords(tx, ownerId, [...words])
  const payload: IndexWordsPayload = { after: 0 }
  await enqueue(tx, { ownerId, kind: indexWordsKind, payload: { ...payload }, now: at })
}
