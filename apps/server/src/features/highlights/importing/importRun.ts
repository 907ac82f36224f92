import type { HighlightReport } from '@nestmark/contract/reading/highlights'
import { createBookmarkDecoder } from '@nestmark/core/bookmarkFiles/bytes'
import { type DiigoItem, DiigoReader } from '@nestmark/core/highlightFiles/diigoRss'
import { errorTexts } from '@nestmark/texts/errors'
import { highlightImportTexts as texts } from '@nestmark/texts/reading/highlightImport'
import type { Db, Tx } from '../../../db/db.ts'
import type { JobRow } from '../../../db/tables/tables.ts'
import type { JobResult } from '../../../jobs/jobKind.ts'
import { readParts } from '../../../jobs/fileStore.ts'
import { requireOwnerId } from '../../../jobs/requireOwnerId.ts'
import type { ThreadServices } from '../../../jobs/serveJobs.ts'
import { saveProgress } from '../../../jobs/store.ts'
import { openImportRecord } from '../../../undo/store.ts'
import { byPage } from '../pages/pageKey.ts'
import { addToPage, fitText as fit } from '../pages/addToPage.ts'
import { maxOfPage, toPageAddress } from '../pages/pageRules.ts'
import { readOwner } from '../pages/pageStore.ts'
import type { Writer } from '../pages/writePage.ts'

/** Items that one transaction writes: others write between two of them. */
const itemsAtOnce = 20
/** Entries of the report that are listed; the rest is only counted. */
const rowsNamed = 500
/** The lengths of a title and of an address in the report. */
const [titleLength, addressLength] = [80, 200]

const emptyReport: HighlightReport = {
  pages: 0,
  highlights: 0,
  existing: 0,
  skipped: 0,
  no_room: 0,
  shortened: 0,
  rows: [],
}

/**
 * Imports the file of a job, some pages at a time, each part in one transaction with the job's progress: after a crash it
 * continues behind the last part.
 */
export async function runHighlightImport(
  { db, batches }: ThreadServices,
  job: JobRow,
  signal: AbortSignal,
): Promise<JobResult> {
  const ownerId = requireOwnerId(job)
  const read = await readItems(db, job.id)
  if (typeof read === 'string') return { state: 'failed', error: read }
  // The same for all parts: its undo leaves what was changed since.
  const at = job.created_at
  const report = job.report === null ? emptyReport : (JSON.parse(job.report) as HighlightReport)
  let result = structuredClone(report)
  for (let done = job.done; done < read.length || done === 0; done += itemsAtOnce) {
    signal.throwIfAborted()
    const items = read.slice(done, done + itemsAtOnce)
    const write = async (tx: Tx) => {
      // A transaction that is repeated starts with the report of the part before.
      const next = structuredClone(result)
      const { plan, root_id: rootId } = await readOwner(tx, ownerId)
      for (const item of items.toSorted(byPage))
        await writeItem(tx, item, next, plan, { personId: ownerId, rootId, at, job: job.id })
      next.rows.sort((one, other) => one.row - other.row)
      const isCancelled = await saveProgress(tx, job, {
        done: Math.min(done + itemsAtOnce, read.length),
        total: read.length,
        report: JSON.stringify(next),
      })
      result = next
      return isCancelled
    }
    if (await batches.run(ownerId, () => db.write(write), { isShort: true })) return { state: 'cancelled' }
    if (read.length === 0) break
  }
  return { state: 'done' }
}

/** Returns the items of the file, or the sentence why it is not read. */
async function readItems(db: Db, jobId: string): Promise<DiigoItem[] | string> {
  const decoder = createBookmarkDecoder()
  const reader = new DiigoReader()
  const items: DiigoItem[] = []
  for await (const part of readParts(db, jobId)) items.push(...reader.write(decoder.write(part)))
  items.push(...reader.write(decoder.end()), ...reader.end())
  if (reader.error === null) return items
  return reader.error === 'tooDeep' ? texts.tooDeep : errorTexts['highlights.onlyXml']
}

/** Adds the highlights of an item to its page, as far as there is room, and reports what is left out. */
async function writeItem(
  tx: Tx,
  item: DiigoItem,
  report: HighlightReport,
  plan: number,
  writer: Writer & { job: string },
): Promise<void> {
  const { highlights } = item
  if (toPageAddress(item.address) === null) return skip(report, item, texts.noAddress)
  if (highlights === null || highlights.length === 0) return skip(report, item, texts.noHighlights)
  const found = await addToPage(
    tx,
    item,
    highlights.map(each => ({ ...each, style: 1, added: item.date })),
    plan,
    writer,
  )
  if (found.added > 0) {
    const { job: id, personId, at } = writer
    await openImportRecord(tx, { id, personId, kind: 'importHighlights', at })
  }
  report.pages += found.isNewPage ? 1 : 0
  report.highlights += found.added
  report.existing += found.existing
  if (found.shortened > 0) {
    report.shortened += found.shortened
    name(report, item, texts.shortened)
  }
  if (found.noRoom === 0) return
  report.skipped += found.noRoom
  report.no_room += found.noRoom
  name(report, item, texts.noRoom(found.noRoom, maxOfPage(plan)))
}

function skip(report: HighlightReport, item: DiigoItem, reason: string): void {
  report.skipped++
  name(report, item, reason)
}

function name(report: HighlightReport, { row, title, address }: DiigoItem, reason: string): void {
  if (report.rows.length >= rowsNamed) return
  report.rows.push({
    row,
    reason,
    ...(title !== '' && { title: fit(title, titleLength) }),
    ...(address !== '' && { address: fit(address, addressLength) }),
  })
}
