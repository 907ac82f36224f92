import { type ImportPreview, defaultChoices } from '@nestmark/contract/transfer/importPreview'
import { tagKey } from '@nestmark/core/words/tagKey'
import { readLibraryQuota } from '../../../access/planQuotas.ts'
import type { Db } from '../../../db/db.ts'
import type { JobRow } from '../../../db/tables/tables.ts'
import { fileSize } from '../../../jobs/fileStore.ts'
import type { JobResult } from '../../../jobs/jobKind.ts'
import { requireOwnerId } from '../../../jobs/requireOwnerId.ts'
import { saveProgress } from '../../../jobs/store.ts'
import type { ImportBatch } from '../writing/importBatch.ts'
import type { ImportPayload } from '../writing/importPayload.ts'
import { cellAt } from '../writing/importPrepare.ts'
import { ImportReading } from '../files/importReading.ts'
import { emptyReport, type Report } from '../importReport.ts'
import { endPreview } from './previewStore.ts'
import { PreviewTree } from './previewTree.ts'

/** Links that are read at once. */
const batchSize = 1000
/** The interval of stored progress, in milliseconds. */
const progressMs = 300

const [createdAt, describedAt] = [cellAt('created_at'), cellAt('descr')]

/**
 * Reads the file of a preview as its import would, and stores only what that would do as the report of the job. The job
 * has then ended, and keeps its file.
 * @param given `startedAt` is the current time, in milliseconds since 1970; `isStopped` is called before each batch
 * @throws when stopped, and on database errors
 */
export async function runPreview(
  db: Db,
  job: JobRow,
  { startedAt, isStopped = () => false }: { startedAt: number; isStopped?: () => boolean },
): Promise<JobResult> {
  const { parent, choices = defaultChoices, isParentNew = false } = JSON.parse(job.payload) as ImportPayload
  const tree = new PreviewTree(parent)
  const found = new Found(tree, startedAt)
  // An interrupted attempt has written nothing, so this one begins at the start.
  const begin: Report = {
    ...emptyReport(),
    folders: isParentNew ? 1 : 0,
    preview: emptyPreview(choices),
  }
  const fresh = { ...job, done: 0, report: JSON.stringify(begin) }
  const reading = new ImportReading(db, fresh, startedAt, batchSize, folder => tree.add(folder)).batches()
  let savedAt = performance.now()
  for (;;) {
    const next = await reading.next()
    if (next.done) {
      if (next.value.state !== 'done') return next.value
      break
    }
    if (isStopped()) throw new Error('The preview was stopped.')
    found.add(next.value)
    if (performance.now() - savedAt < progressMs) continue
    const { done, total } = next.value
    if (await db.write(tx => saveProgress(tx, job, { done, total }), { isLoad: false }))
      return { state: 'cancelled' }
    savedAt = performance.now()
  }
  const size = await fileSize(db.read, job.id)
  await db.write(
    async tx => {
      const room = await readLibraryQuota(tx, requireOwnerId(job))
      await endPreview(tx, job, { report: found.report(size, room), done: found.done }, startedAt)
    },
    { isLoad: false },
  )
  return { state: 'done' }
}

/** What the batches of a preview have. */
class Found {
  readonly #tree: PreviewTree
  readonly #undated: number
  readonly #tags = new Set<string>()
  readonly #years = new Map<number, number>()
  #report: Report = emptyReport()
  #notes = 0
  #highlights = 0
  done = 0

  /** @param undated the date of links without one */
  constructor(tree: PreviewTree, undated: number) {
    this.#tree = tree
    this.#undated = undated
  }

  add({ links, pages, additions, report, done }: ImportBatch): void {
    for (const { collectionId, by } of links.counts) this.#tree.count(collectionId, by)
    for (const name of [...links.tagNames, ...additions.flatMap(each => each.tags)])
      this.#tags.add(tagKey(name))
    const noted = new Set(links.notes.map(([id]) => id))
    for (const cells of links.rows) {
      if (cells[describedAt] !== '' || noted.has(String(cells[0]))) this.#notes++
      if (cells[createdAt] === this.#undated) continue
      const year = new Date(Number(cells[createdAt])).getUTCFullYear()
      this.#years.set(year, (this.#years.get(year) ?? 0) + 1)
    }
    for (const page of pages) this.#highlights += page.highlights.length
    this.#report = JSON.parse(report) as Report
    this.done = done
  }

  /** @param room what the plan has left; null for any number */
  report(size: number, room: { links: number; collections: number } | null): Report {
    const { preview = emptyPreview(defaultChoices), existing, ...report } = this.#report
    const over = room && {
      links: Math.max(0, report.links - room.links),
      collections: Math.max(0, report.folders - room.collections),
    }
    return {
      ...report,
      ...(this.#highlights > 0 && { highlights: this.#highlights }),
      // Without the saved links: the person sees them in the library.
      ...(existing && { existing: { total: existing.total, links: [] } }),
      preview: {
        ...preview,
        ...this.#tree.list(),
        size,
        tags: this.#tags.size,
        notes: this.#notes,
        reasons: preview.reasons.toSorted((one, other) => other.total - one.total),
        years: [...this.#years]
          .map(([year, links]) => ({ year, links }))
          .toSorted((one, other) => one.year - other.year),
        ...(over && over.links + over.collections > 0 && { over }),
      },
    }
  }
}

function emptyPreview(choices: ImportPreview['choices']): ImportPreview {
  return {
    choices,
    size: 0,
    tags: 0,
    notes: 0,
    depth: 0,
    reasons: [],
    years: [],
    tree: [],
    folders: 0,
    top: 0,
  }
}
