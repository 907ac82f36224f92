import type { HighlightRead } from '@nestmark/core/bookmarkFiles/events'
import { highlightImportTexts as texts } from '@nestmark/texts/reading/highlightImport'
import type { Tx } from '../../../db/db.ts'
import { addToPage } from '../../highlights/pages/addToPage.ts'
import { byPage } from '../../highlights/pages/pageKey.ts'
import { maxOfPage, toPageAddress } from '../../highlights/pages/pageRules.ts'
import { readOwner } from '../../highlights/pages/pageStore.ts'
import type { Writer } from '../../highlights/pages/writePage.ts'
import { emptyReport, nameRow, type Report, reportShortened, rowsNamed, skip } from '../importReport.ts'

/** A page with highlights in a file. */
export interface ImportedPage {
  address: string
  title: string
  highlights: readonly HighlightRead[]
  row: number
}

/**
 * Writes the highlights that a file has of its pages. The reading half does not know what there is already, so what
 * happens to them is added to its report; what earlier runs have reported is in there.
 */
export class ImportHighlights {
  readonly #ownerId: string
  readonly #job: string
  readonly #now: number
  #report: Report = emptyReport()
  /** The batch that is being written, and the report before it. */
  #batch: { pages: readonly ImportedPage[]; before: Report } | null = null

  /** @param now the same in all runs of the job: its undo leaves what was changed since */
  constructor(ownerId: string, job: string, now: number) {
    this.#ownerId = ownerId
    this.#job = job
    this.#now = now
  }

  /**
   * Writes the highlights of a batch.
   * @param read the report of the batch, as JSON
   * @returns the report, with what happened to the highlights so far
   */
  async write(tx: Tx, pages: readonly ImportedPage[], read: string): Promise<string> {
    // A transaction that is repeated starts with the report of the batch before.
    if (this.#batch?.pages !== pages) this.#batch = { pages, before: this.#report }
    const next = structuredClone(this.#batch.before)
    if (pages.length > 0) {
      const { plan, root_id: rootId } = await readOwner(tx, this.#ownerId)
      const writer: Writer = { personId: this.#ownerId, rootId, at: this.#now, job: this.#job }
      for (const page of pages.toSorted(byPage)) await addPage(tx, page, next, plan, writer)
    }
    this.#report = next
    return JSON.stringify(join(JSON.parse(read) as Report, next))
  }
}

async function addPage(
  tx: Tx,
  page: ImportedPage,
  report: Report,
  plan: number,
  writer: Writer,
): Promise<void> {
  if (toPageAddress(page.address) === null) return skip(report, page, texts.noAddress)
  const highlights = page.highlights.map(({ comment, ...each }) => ({ ...each, comm: comment }))
  const found = await addToPage(tx, page, highlights, plan, writer)
  report.highlights = (report.highlights ?? 0) + found.added
  if (found.shortened > 0) reportShortened(report, page, texts.shortened)
  if (found.noRoom > 0) nameRow(report, page, texts.noRoom(found.noRoom, maxOfPage(plan)))
}

function join(read: Report, { highlights = 0, skipped, shortened, rows }: Report): Report {
  const all = highlights + (read.highlights ?? 0)
  return {
    ...read,
    ...(all > 0 && { highlights: all }),
    skipped: read.skipped + skipped,
    shortened: read.shortened + shortened,
    rows: [...read.rows, ...rows].slice(0, rowsNamed),
  }
}
