import type { HighlightEntry, HighlightReport } from '@nestmark/contract/highlights'
import { createBookmarkDecoder } from '@nestmark/core/bookmarkFiles/bytes'
import { type DiigoItem, DiigoReader } from '@nestmark/core/highlightFiles/diigoRss'
import { limits } from '@nestmark/core/limits'
import { truncateText } from '@nestmark/core/truncateText'
import { normaliseAddress } from '@nestmark/core/url'
import { errorTexts } from '@nestmark/texts/errors'
import { highlightImportTexts as texts } from '@nestmark/texts/highlightImport'
import type { Db, Tx } from '../../db/db.ts'
import type { JobRow } from '../../db/tables.ts'
import type { JobResult } from '../../jobs/jobKind.ts'
import { readParts } from '../../jobs/fileStore.ts'
import { requireOwnerId } from '../../jobs/requireOwnerId.ts'
import type { ThreadServices } from '../../jobs/serveJobs.ts'
import { saveProgress } from '../../jobs/store.ts'
import { toPageKey } from './pageKey.ts'
import { maxOfPage, toTarget } from './pageRules.ts'
import { openPage, readOwner } from './pageStore.ts'
import { planAdditions, type Writer, writePage } from './writePage.ts'

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
  { db, now, batches }: ThreadServices,
  job: JobRow,
  signal: AbortSignal,
): Promise<JobResult> {
  const ownerId = requireOwnerId(job)
  const read = await readItems(db, job.id)
  if (typeof read === 'string') return { state: 'failed', error: read }
  const at = now()
  const report = job.report === null ? emptyReport : (JSON.parse(job.report) as HighlightReport)
  let result = structuredClone(report)
  for (let done = job.done; done < read.length || done === 0; done += itemsAtOnce) {
    signal.throwIfAborted()
    const items = read.slice(done, done + itemsAtOnce)
    const write = async (tx: Tx) => {
      // A transaction that is repeated starts with the report of the part before.
      const next = structuredClone(result)
      const { plan, root_id: rootId } = await readOwner(tx, ownerId)
      // In the order in which others lock several pages.
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

function byPage(one: DiigoItem, other: DiigoItem): number {
  const [key, next] = [toPageKey(one.address), toPageKey(other.address)]
  if (key === next) return one.row - other.row
  return key < next ? -1 : 1
}

/** Returns the items of the file, or the sentence why it is not read. */
async function readItems(db: Db, jobId: string): Promise<DiigoItem[] | string> {
  const decoder = createBookmarkDecoder()
  const reader = new DiigoReader()
  const items: DiigoItem[] = []
  for await (const part of readParts(db, jobId)) items.push(...reader.write(decoder.write(part)))
  items.push(...reader.write(decoder.end()), ...reader.end())
  if (reader.fault === null) return items
  return reader.fault === 'tooDeep' ? texts.tooDeep : errorTexts['highlights.onlyXml']
}

/** Adds the highlights of an item to its page, as far as there is room, and reports what is left out. */
async function writeItem(
  tx: Tx,
  item: DiigoItem,
  report: HighlightReport,
  plan: number,
  writer: Writer,
): Promise<void> {
  const { highlights } = item
  if (normaliseAddress(item.address) === null) return skip(report, item, texts.noAddress)
  if (highlights === null || highlights.length === 0) return skip(report, item, texts.noHighlights)
  const fitted = highlights.map(({ text, comm }) => ({
    text: fit(text, limits.highlightText),
    comm: fit(comm, limits.highlightComment),
  }))
  const cut = fitted.filter(({ text, comm }, at) => {
    const whole = highlights[at]
    return text !== whole?.text || comm !== whole.comm
  }).length
  const entries = fitted.map((each): HighlightEntry => ({
    ...each,
    style: 1,
    anchor: null,
    ...(item.date !== null && { create_date: item.date }),
  }))
  const page = await openPage(tx, writer.personId, toTarget(item.address, item.title), writer.at)
  const { created } = await planAdditions(tx, page, entries, writer.at)
  const max = maxOfPage(plan)
  const added = created.slice(0, Math.max(0, max - page.count))
  await writePage(
    tx,
    page,
    { created: added, changed: [], removed: [] },
    toTarget(item.address, item.title).title,
    writer,
  )
  report.pages += added.length > 0 && page.count === 0 ? 1 : 0
  report.highlights += added.length
  report.existing += entries.length - created.length
  const left = created.length - added.length
  if (cut > 0) {
    report.shortened += cut
    name(report, item, texts.shortened)
  }
  if (left === 0) return
  report.skipped += left
  report.no_room += left
  name(report, item, texts.noRoom(left, max))
}

/** Returns a text that can be stored, within a limit. */
function fit(text: string, max: number): string {
  return truncateText(text.toWellFormed().replaceAll('\0', ''), max)
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
