import { assertDefined } from '@nestmark/core/assertDefined'
import { errorTexts } from '@nestmark/texts/errors'
import { Refused } from '../../access/refuse.ts'
import type { Db, Tx } from '../../db/db.ts'
import { lockTree } from '../../db/dialect.ts'
import { refreshStatisticsAfter } from '../../db/statistics.ts'
import type { JobRow } from '../../db/tables.ts'
import type { Batches, WriteLoadState } from '../../jobs/batches.ts'
import type { JobResult } from '../../jobs/jobKind.ts'
import { saveProgress } from '../../jobs/store.ts'
import { recordEvent } from '../../domainEvents/recordEvent.ts'
import { requireOwnerId } from '../../jobs/requireOwnerId.ts'
import {
  type CollectionBefore,
  openImportRecord,
  recordCollections,
  recordImportedTags,
  recordLinks,
} from '../../undo/store.ts'
import { assertPlainPlaces } from '../collections/enterCollections.ts'
import { writeFolders } from './folderStore.ts'
import { addToExisting } from './existingLinks.ts'
import { LinkWriter } from './importLinkStore.ts'
import { ImportExtras } from './importExtras.ts'
import { ImportHighlights } from './importHighlights.ts'
import { listCollectionIds, toSubjects } from './importPrepare.ts'
import { ImportQuota } from './importQuota.ts'
import type { ImportPayload } from './importPayload.ts'
import type { ImportBatch } from './importBatch.ts'
import { queuePages } from './queuePages.ts'
import { queuePictures } from './queuePictures.ts'
import { type ImportBatches, readAhead } from './readAhead.ts'

/**
 * Imports the file of a job, in batches: a thread reads and prepares while this one writes. Each batch is one
 * transaction together with the job's progress. After a crash the reading starts again and skips what is written,
 * so that a resumed import has the same result as an uninterrupted one.
 * @param given `startedAt` is the current time, in milliseconds since 1970; `reading` is the source of batches,
 * closed here; `isStopped` is called before each batch
 * @throws when stopped, and on database errors; written batches remain
 */
export async function runImport(
  { db, batches }: { db: Db; batches: Batches },
  job: JobRow,
  given: { startedAt?: number; reading?: ImportBatches; isStopped?: () => boolean } = {},
): Promise<JobResult> {
  const { startedAt = Date.now(), isStopped = () => false } = given
  const reading = given.reading ?? readAhead(db.location, job, startedAt)
  const ownerId = requireOwnerId(job)
  const links = new LinkWriter(ownerId, () => startedAt, job.id)
  const quota = new ImportQuota(ownerId)
  const highlights = new ImportHighlights(ownerId, job.id, job.created_at)
  const extras = new ImportExtras({ ownerId, id: job.id, at: startedAt })
  const payload = JSON.parse(job.payload) as ImportPayload
  let written = 0
  let load: WriteLoadState | undefined
  try {
    for (;;) {
      const next = await reading.next(load)
      if (next.done) {
        if (next.value.state === 'done' && payload.choices?.pages === 1)
          await db.write(tx => queuePages(tx, job))
        await refreshStatisticsAfter(db, written)
        return next.value
      }
      if (isStopped()) throw new Error('The import was stopped.')
      const write = async (tx: Tx) => {
        await lockTree(tx, ownerId)
        const fitting = await quota.fit(tx, next.value)
        const batch = { ...fitting, report: await highlights.write(tx, fitting.pages, fitting.report) }
        await writeFolders(tx, ownerId, batch.folders)
        await assertPlainPlaces(tx, listCollectionIds(batch.links), payload.plain)
        // Before the links: their writer looks up which collections are new.
        await recordFoldersForUndo(tx, job, batch)
        const { seqs, unusedTags } = await links.write(tx, batch.links)
        await recordLinksForUndo(tx, job, batch, seqs)
        const noted = await extras.write(tx, batch.extras, batch.report)
        if (batch.pages.length > 0 || noted.isChanged) await openRecord(tx, job)
        await recordImportedTags(
          tx,
          job.id,
          unusedTags.map(tag => [tag.seq, tag.name]),
        )
        const importing = { id: job.id, ownerId, at: startedAt, begunAt: job.created_at }
        await addToExisting(tx, importing, batch.additions)
        if (payload.choices?.pictures !== 0) await queuePictures(tx, job, batch.links, seqs)
        written += batch.links.rows.length
        await recordImport(tx, job, batch, startedAt)
        return noteProgress(tx, job, { ...batch, report: noted.report })
      }
      const writeInTurn = (given: WriteLoadState) => {
        load = given
        return db.write(write)
      }
      if (await batches.run(ownerId, writeInTurn)) return { state: 'cancelled' }
    }
  } catch (error) {
    // For example, the target collection was trashed concurrently. A retry would be refused again.
    if (error instanceof Refused) return { state: 'failed', error: errorTexts[error.code] }
    throw error
  } finally {
    await reading.return({ state: 'done' })
  }
}

/** Opens the undo record of an import. Its highlights name the import themselves. Returns whether this call opened it. */
const openRecord = (tx: Tx, job: JobRow): Promise<boolean> =>
  openImportRecord(tx, {
    id: job.id,
    personId: requireOwnerId(job),
    kind: 'importBookmarks',
    at: job.created_at,
  })

/** Records the collections that a batch created, and the one that was created around the import, so that the entire import can be undone. */
async function recordFoldersForUndo(tx: Tx, job: JobRow, { folders }: ImportBatch): Promise<void> {
  const { parent, rootId, isParentNew } = JSON.parse(job.payload) as ImportPayload
  if (folders.length === 0 && !isParentNew) return
  const isFirst = await openRecord(tx, job)
  const around: CollectionBefore[] = isFirst && isParentNew ? [[parent, rootId, 0]] : []
  await recordCollections(tx, job.id, [
    ...around,
    ...folders.map((each): CollectionBefore => [each.id, each.parent, 0]),
  ])
}

/** Records the links that a batch created, so that the entire import can be undone. */
async function recordLinksForUndo(
  tx: Tx,
  job: JobRow,
  { links }: ImportBatch,
  seqs: readonly number[],
): Promise<void> {
  if (seqs.length === 0) return
  await openRecord(tx, job)
  const collections = listCollectionIds(links)
  await recordLinks(
    tx,
    job.id,
    seqs.map((seq, nth) => [seq, assertDefined(collections[nth], 'collection'), 0]),
  )
}

/** Records the event of a batch. Only webhooks receive it, for all batches of a job together. */
async function recordImport(tx: Tx, job: JobRow, { folders, links }: ImportBatch, at: number): Promise<void> {
  const event = { by: job.owner_id, at, job: job.id, isWebhookOnly: true }
  const created = folders.map(each => ({ collectionId: each.parent, id: each.id, title: each.name }))
  await recordEvent(tx, { ...event, type: 'collection.created' }, created)
  await recordEvent(tx, { ...event, type: 'link.created' }, toSubjects(links))
}

/**
 * Stores the job's progress, in the transaction of the batch.
 * @returns whether a cancellation was requested
 * @throws when another process has taken over the job: two writers would write everything twice
 */
async function noteProgress(tx: Tx, job: JobRow, { done, total, report }: ImportBatch): Promise<boolean> {
  return saveProgress(tx, job, { done, total, report })
}
