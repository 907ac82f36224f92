import { errorTexts } from '@nestmark/texts/errors'
import { Refused } from '../../access/refuse.ts'
import type { Db, Tx } from '../../db/db.ts'
import { lockTree } from '../../db/dialect.ts'
import { indexInserted, type TextEntry } from '../../db/searchText/fullText.ts'
import { beginLongTransaction, unlessOthersWait } from '../../db/writes/longTransaction.ts'
import { refreshStatisticsAfter } from '../../db/statistics.ts'
import type { JobRow } from '../../db/tables/tables.ts'
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
import { assertPlainPlaces } from '../collections/placing/enterCollections.ts'
import { writeFolders } from './writing/folderStore.ts'
import { addToExisting } from './writing/existingLinks.ts'
import { LinkWriter } from './writing/importLinkStore.ts'
import { ImportExtras } from './writing/importExtras.ts'
import { ImportHighlights } from './writing/importHighlights.ts'
import { listCollectionIds, toRecorded, toSubjects } from './writing/importPrepare.ts'
import { ImportQuota } from './writing/importQuota.ts'
import type { ImportBatch } from './writing/importBatch.ts'
import type { ImportPayload } from './writing/importPayload.ts'
import { queuePages, queuePictures } from './pages/queueReading.ts'
import { type ImportBatches, readAhead } from './files/readAhead.ts'

/** The links that one transaction of SQLite writes at most: it writes a page that many of them change once. */
const linksTogether = 10_000
/** For how long it waits for a batch, in milliseconds: a person sees the progress only after its end. */
const maxWaitMs = 1000

/**
 * Imports the file of a job, in batches: a thread reads and prepares while this one writes. A transaction writes one batch
 * together with the job's progress; on SQLite several, while nobody else waits to write. After a crash the reading starts
 * again and skips what is written, so that a resumed import has the same result as an uninterrupted one.
 * @param given `startedAt` is the current time, in milliseconds since 1970; `reading` is the source of batches,
 * closed here; `isStopped` is called before each batch; `isSmall` shows no progress after the first batch
 * @throws when stopped, and on database errors; written batches remain
 */
export async function runImport(
  { db, batches }: { db: Db; batches: Batches },
  job: JobRow,
  given: { startedAt?: number; reading?: ImportBatches; isStopped?: () => boolean; isSmall?: boolean } = {},
): Promise<JobResult> {
  const { startedAt = Date.now(), isStopped = () => false, isSmall = false } = given
  const reading = given.reading ?? readAhead(db.location, job, startedAt)
  const ownerId = requireOwnerId(job)
  const links = new LinkWriter(ownerId, () => startedAt, job.id)
  const quota = new ImportQuota(ownerId)
  const highlights = new ImportHighlights(ownerId, job.id, job.created_at)
  const extras = new ImportExtras({ ownerId, id: job.id, at: startedAt })
  const payload = JSON.parse(job.payload) as ImportPayload
  let written = 0
  let load: WriteLoadState | undefined
  let coming = reading.next(load)

  /** Writes a batch, without its full text. Returns whether the job was cancelled. */
  const writeBatch = async (tx: Tx, read: ImportBatch, indexed: Indexed): Promise<boolean> => {
    const fitting = await quota.fit(tx, read)
    const batch = { ...fitting, report: await highlights.write(tx, fitting.pages, fitting.report) }
    await writeFolders(tx, ownerId, batch.folders)
    await assertPlainPlaces(tx, listCollectionIds(batch.links), payload.plain)
    // Before the links: their writer looks up which collections are new.
    await recordFoldersForUndo(tx, job, batch)
    const { seqs, unusedTags } = await links.writeUnindexed(tx, batch.links)
    indexed.seqs.push(...seqs)
    indexed.texts.push(...batch.links.texts)
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
    return saveProgress(tx, job, { done: batch.done, total: batch.total, report: noted.report })
  }

  /** Writes a batch, and those after it up to a number of links. Returns whether the job was cancelled. */
  const write = async (tx: Tx, first: ImportBatch, max: number): Promise<boolean> => {
    await lockTree(tx, ownerId)
    const indexed: Indexed = { seqs: [], texts: [] }
    let isCancelled = false
    for (let batch: ImportBatch | undefined = first; batch;) {
      isCancelled = await writeBatch(tx, batch, indexed)
      coming = reading.next(load)
      // The next turn throws its error, after what is written is committed.
      const after = coming.catch(() => null)
      const goesOn = indexed.seqs.length < max && !isCancelled && !isStopped()
      const next = goesOn ? await unlessOthersWait(db.location.dataDir, after, maxWaitMs) : null
      batch = next?.done === false ? next.value : undefined
    }
    // Together: each change of another table in between would write a part of the index.
    await indexInserted(tx, indexed.seqs, indexed.texts)
    return isCancelled
  }

  const writeInTurn = async (given: WriteLoadState, batch: ImportBatch): Promise<boolean> => {
    load = given
    const isAlone = db.kind === 'sqlite' && !given.isBusy && (isSmall || written > 0)
    if (isAlone) beginLongTransaction(db.location.dataDir)
    return db.write(tx => write(tx, batch, isAlone ? linksTogether : 0))
  }

  try {
    for (;;) {
      const next = await coming
      if (next.done) {
        if (next.value.state === 'done' && payload.choices?.pages === 1)
          await db.write(tx => queuePages(tx, job))
        await refreshStatisticsAfter(db, written)
        return next.value
      }
      if (isStopped()) throw new Error('The import was stopped.')
      if (await batches.run(ownerId, given => writeInTurn(given, next.value))) return { state: 'cancelled' }
    }
  } catch (error) {
    // For example, the target collection was trashed concurrently. A retry would be refused again.
    if (error instanceof Refused) return { state: 'failed', error: errorTexts[error.code] }
    throw error
  } finally {
    await reading.return({ state: 'done' })
  }
}

/** Links whose rows are written, and their entries of the full text. */
interface Indexed {
  seqs: number[]
  texts: TextEntry[]
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
  await recordLinks(tx, job.id, toRecorded(links, seqs))
}

/** Records the event of a batch. Only webhooks receive it, for all batches of a job together. */
async function recordImport(tx: Tx, job: JobRow, { folders, links }: ImportBatch, at: number): Promise<void> {
  const event = { by: job.owner_id, at, job: job.id, isWebhookOnly: true }
  const created = folders.map(each => ({ collectionId: each.parent, id: each.id, title: each.name }))
  await recordEvent(tx, { ...event, type: 'collection.created' }, created)
  await recordEvent(tx, { ...event, type: 'link.created' }, toSubjects(links))
}
