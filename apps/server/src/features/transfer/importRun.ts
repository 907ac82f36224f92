import { setTimeout as pause } from 'node:timers/promises'
import type { BookmarkEvent, FolderRead } from '@nestmark/core/bookmarkFiles/events'
import { readBookmarkFile } from '@nestmark/core/bookmarkFiles/reader'
import { limits } from '@nestmark/core/limits'
import { errorTexts } from '@nestmark/texts/errors'
import { Refused } from '../../access/refuse.ts'
import type { Db } from '../../db/db.ts'
import { lockTree } from '../../db/dialect.ts'
import type { JobRow } from '../../db/tables.ts'
import type { JobEnd } from '../../jobs/runner.ts'
import { ancestorsOf } from '../collections/store.ts'
import { cut, importedLink, start } from './importedLink.ts'
import { FolderMap } from './importFolders.ts'
import { type ImportedLink, LinkWriter } from './importLinks.ts'
import { emptyReport, type Report, skip } from './importReport.ts'
import { fileSize, partsOf } from './store.ts'

/** Links in one transaction: long enough to be fast, short enough that nobody waits for it. */
const batchSize = 400

class Cancelled extends Error {}

/**
 * Imports the file of a job, in batches. Each batch is one transaction with the job's own progress: after a crash the
 * reading begins anew and passes over what is there, so that a resumed import ends exactly like one that was not cut off.
 */
export async function runImport(db: Db, job: JobRow): Promise<JobEnd> {
  return new ImportRun(db, job).run()
}

class ImportRun {
  readonly #db: Db
  readonly #job: JobRow
  readonly #report: Report
  readonly #folders = new FolderMap()
  readonly #links: LinkWriter
  /** The way down to the folder that is open; null below a folder that was flattened away. */
  #open: { id: string; depth: number }[]
  #batch: ImportedLink[] = []
  /** Rows read so far; rows up to `#resumeAt` were done by an earlier attempt. */
  #row = 0
  readonly #resumeAt: number
  #folderCount = 0
  readonly #depthAbove: Promise<number>
  readonly #startedAt = Date.now()

  constructor(db: Db, job: JobRow) {
    const { parent } = JSON.parse(job.payload) as { parent: string }
    this.#db = db
    this.#job = job
    this.#report = job.report ? (JSON.parse(job.report) as Report) : emptyReport()
    this.#resumeAt = job.done
    this.#links = new LinkWriter(job.owner_id!, () => this.#startedAt)
    this.#open = [{ id: parent, depth: 0 }]
    this.#depthAbove = ancestorsOf(db.read, [parent]).then(way => way.length - 1)
  }

  async run(): Promise<JobEnd> {
    const size = await fileSize(this.#db.read, this.#job.id)
    let seen = 0
    const counted = async function* (parts: AsyncIterable<Uint8Array>) {
      for await (const part of parts) {
        seen += part.length
        yield part
      }
    }
    const progress = () => ({ seen, size })
    try {
      const deepest = limits.collectionDepth - (await this.#depthAbove)
      const options = { now: this.#startedAt, deepest, longestAddress: limits.address }
      for await (const event of readBookmarkFile(counted(partsOf(this.#db, this.#job.id)), options)) {
        const end = await this.#take(event)
        if (end) return end
        if (this.#batch.length >= batchSize || this.#folders.waiting.length >= batchSize)
          await this.#flush(progress())
      }
      return { state: 'done' }
    } catch (error) {
      if (error instanceof Cancelled) return { state: 'cancelled' }
      // Its collection was trashed meanwhile, for one. Trying again would meet the same refusal.
      if (error instanceof Refused) return { state: 'failed', error: errorTexts[error.code] }
      throw error
    }
  }

  async #take(event: BookmarkEvent): Promise<JobEnd | null> {
    if (event.kind === 'folder') await this.#openFolder(event)
    else if (event.kind === 'folderEnd') this.#open.pop()
    else if (event.kind === 'flattened') {
      // An earlier attempt may have told it already.
      if (this.#row >= this.#resumeAt)
        this.#tell(0, `"${start(event.name)}" lies too deep; its links went one level up`)
    } else if (event.kind === 'end') {
      if (event.verdict === 'notBookmarks')
        return { state: 'failed', error: 'This is not a bookmark file. Browsers export one as HTML.' }
      await this.#flush(null)
    } else {
      this.#row = event.row
      if (event.row <= this.#resumeAt) return null
      if (event.kind === 'leftOut') skip(this.#report, event.row, `A ${event.scheme}: address is not kept`)
      else if (event.kind === 'bad') skip(this.#report, event.row, badReasons[event.reason])
      else
        await this.#addLink(
          importedLink(event, this.#open.at(-1)!.id, this.#startedAt, this.#report),
          event.row,
        )
    }
    return null
  }

  async #openFolder(event: FolderRead): Promise<void> {
    const above = this.#open.at(-1)!
    const cuts: Report = emptyReport()
    const name = cut(
      event.name || 'Untitled',
      limits.collectionName,
      0,
      `The name "${start(event.name)}" was shortened`,
      cuts,
    )
    const desc = cut(
      event.note,
      limits.collectionDesc,
      0,
      `The description of "${start(name)}" was shortened`,
      cuts,
    )
    const { id, isNew } = await this.#folders.find(this.#db.read, {
      parent: above.id,
      name,
      desc,
      createdAt: event.added ?? this.#startedAt,
      position: ++this.#folderCount,
    })
    if (isNew) {
      this.#report.folders++
      this.#report.shortened += cuts.shortened
      for (const { reason } of cuts.rows) this.#tell(event.line, reason)
    }
    this.#open.push({ id, depth: above.depth + 1 })
  }

  #tell(row: number, reason: string): void {
    if (this.#report.rows.length < 500) this.#report.rows.push({ row, reason })
  }

  async #addLink(link: ImportedLink, row: number): Promise<void> {
    if (await this.#links.isThere(this.#db.read, link, this.#folders.fresh.has(link.collectionId)))
      skip(this.#report, row, 'This link is here already')
    else {
      this.#report.links++
      this.#batch.push(link)
    }
  }

  async #flush(progress: { seen: number; size: number } | null): Promise<void> {
    const { id } = this.#job
    const ownerId = this.#job.owner_id!
    const batch = this.#batch
    this.#batch = []
    const done = Math.max(this.#row, this.#resumeAt)
    // The number of rows is not known before the end; it is told from the share of the file that was read.
    const total =
      progress && progress.seen > 0
        ? Math.max(done, Math.round((done * progress.size) / progress.seen))
        : done
    await this.#db.write(async tx => {
      await lockTree(tx, ownerId)
      await this.#folders.flush(tx, ownerId, this.#startedAt)
      await this.#links.write(tx, batch)
      const job = await tx
        .updateTable('jobs')
        // It goes on, so earlier attempts count no more.
        .set({ done, total, report: JSON.stringify(this.#report), attempts: 1 })
        .where('id', '=', id)
        .where('lease_owner', '=', this.#job.lease_owner)
        .returning('cancel_wanted')
        .executeTakeFirst()
      // Another process has taken the job over; two that write would write everything twice.
      if (!job) throw new Error('The job is not ours any more.')
      this.#cancelWanted = job.cancel_wanted !== 0
    })
    if (this.#cancelWanted) throw new Cancelled()
    // SQLite has one writer: whoever waits in another process gets in here.
    if (this.#db.kind === 'sqlite') await pause(3)
  }
  #cancelWanted = false
}

const badReasons = {
  empty: 'There is no address',
  notAnAddress: 'This is not an address',
  tooLong: 'The address is longer than 8,192 characters',
} as const
