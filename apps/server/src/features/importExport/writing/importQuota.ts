import { assertDefined } from '@nestmark/core/assertDefined'
import { quoteStart } from '@nestmark/core/bookmarkFiles/fitLink'
import { toPlan } from '@nestmark/core/plans/plans'
import { readLibraryQuota } from '../../../access/planQuotas.ts'
import type { Tx } from '../../../db/db.ts'
import type { NewFolder } from './folderStore.ts'
import { cellAt, countByCollection, noLinks, type PreparedLinks } from './importPrepare.ts'
import type { ImportBatch } from './importBatch.ts'
import { emptyReport, nameRow, type Report, rowsNamed } from '../importReport.ts'

const [idAt, collectionAt, categoryAt] = [cellAt('id'), cellAt('collection_id'), cellAt('category')]
const [titleAt, addressAt] = [cellAt('title'), cellAt('address')]

/**
 * Limits the batches of an import to the owner's plan: imports what fits, in the order of the file, and reports the
 * rest. The reading half runs ahead and does not know the limit.
 */
export class ImportQuota {
  readonly #ownerId: string
  /**
   * What this run skipped because of the limit; skips of earlier runs are in the report that the reading half
   * continues.
   */
  readonly #left: Report = emptyReport()
  /** A skipped collection → the one that gets its links. */
  #instead = new Map<string, string>()
  /** Words of skipped links, which the reading half assumes are written. */
  #words = new Set<string>()

  constructor(ownerId: string) {
    this.#ownerId = ownerId
  }

  /**
   * Truncates a batch to the remaining quota. The owner's row must be locked: concurrent saves are then either
   * counted already or wait.
   */
  async fit(tx: Tx, batch: ImportBatch): Promise<ImportBatch> {
    const quota = await readLibraryQuota(tx, this.#ownerId)
    if (!quota && this.#left.skipped === 0 && this.#instead.size === 0) return batch
    const { links: limit, collections } = quota ?? { links: Infinity, collections: Infinity }
    const folders = this.#folders(batch.folders, collections)
    const links = this.#links(batch.links, limit)
    return { ...batch, folders, links, report: JSON.stringify(this.#withSkipped(batch.report)) }
  }

  #folders(made: readonly NewFolder[], quota: number): NewFolder[] {
    const fitting: NewFolder[] = []
    for (const folder of made) {
      const parent = this.#instead.get(folder.parent) ?? folder.parent
      if (fitting.length < quota) fitting.push({ ...folder, parent })
      else {
        this.#instead.set(folder.id, parent)
        this.#left.folders--
        nameRow(
          this.#left,
          { row: folder.row },
          `There was no room for the collection "${quoteStart(folder.name)}": ${where}`,
        )
      }
    }
    return fitting
  }

  #links(all: PreparedLinks, quota: number): PreparedLinks {
    const moved = this.#instead.size === 0 ? all : this.#moved(all)
    const limit = Math.min(moved.rows.length, quota)
    for (const [nth, cells] of moved.rows.slice(limit).entries()) {
      this.#left.links--
      this.#left.skipped++
      this.#left.noRoom = (this.#left.noRoom ?? 0) + 1
      const row = assertDefined(moved.at[limit + nth], 'row')
      const [title, address] = [String(cells[titleAt]), String(cells[addressAt])]
      nameRow(this.#left, { row, title, address }, `There was no room for "${quoteStart(title)}"`)
    }
    for (const word of moved.newWords) this.#words.add(word)
    if (limit === 0) return noLinks()
    const newWords = [...this.#words]
    this.#words.clear()
    return limit === moved.rows.length ? { ...moved, newWords } : truncate({ ...moved, newWords }, limit)
  }

  /** Moves the links of a skipped collection to its parent. */
  #moved(all: PreparedLinks): PreparedLinks {
    const rows = all.rows.map(cells => {
      const instead = this.#instead.get(String(cells[collectionAt]))
      return instead === undefined ? cells : cells.with(collectionAt, instead)
    })
    return { ...all, rows, counts: countsOfRows(rows) }
  }

  #withSkipped(read: string): Report {
    const report = JSON.parse(read) as Report
    const { links, folders, skipped, noRoom = 0, rows } = this.#left
    // An interrupted attempt may have reported the same collections.
    const reported = new Set(report.rows.map(each => `${each.row} ${each.reason}`))
    const fresh = rows.filter(each => !reported.has(`${each.row} ${each.reason}`))
    return {
      ...report,
      links: report.links + links,
      folders: report.folders + folders,
      skipped: report.skipped + skipped,
      noRoom: (report.noRoom ?? 0) + noRoom,
      rows: [...report.rows, ...fresh].slice(0, rowsNamed),
    }
  }
}

const where = `the free plan holds ${toPlan(1).collections}, and its links are in the one around it`

/** Returns the first links of a batch, with their tags. */
function truncate(all: PreparedLinks, limit: number): PreparedLinks {
  const rows = all.rows.slice(0, limit)
  const ids = new Set(rows.map(cells => cells[idAt]))
  const names = new Map<number, number>()
  const tags = all.tags.slice(0, limit).map(each =>
    each.map(tag => {
      const at = names.get(tag) ?? names.size
      names.set(tag, at)
      return at
    }),
  )
  return {
    rows,
    at: all.at.slice(0, limit),
    texts: all.texts.slice(0, limit),
    tags,
    tagNames: [...names.keys()].map(tag => assertDefined(all.tagNames[tag], 'tag')),
    newWords: all.newWords,
    favourites: all.favourites.filter(([id]) => ids.has(id)),
    notes: all.notes.filter(([id]) => ids.has(id)),
    covers: all.covers.filter(id => ids.has(id)),
    counts: countsOfRows(rows),
  }
}

function countsOfRows(rows: PreparedLinks['rows']): PreparedLinks['counts'] {
  return countByCollection(rows.map(cells => [String(cells[collectionAt]), Number(cells[categoryAt])]))
}
