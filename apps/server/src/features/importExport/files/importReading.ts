import { assertDefined } from '@nestmark/core/assertDefined'
import type { BookmarkEvent, FolderRead, LinkRead, ReadingEnd } from '@nestmark/core/bookmarkFiles/events'
import { readAnyBookmarkFile } from '@nestmark/core/bookmarkFormats/formats'
import { limits } from '@nestmark/core/limits'
import { truncateText } from '@nestmark/core/words/truncateText'
import { errorTexts } from '@nestmark/texts/errors'
import { transferTexts } from '@nestmark/texts/transfer/importExport'
import { rowReasons } from '@nestmark/texts/transfer/importFormats'
import type { Db } from '../../../db/db.ts'
import type { JobRow } from '../../../db/tables/tables.ts'
import type { JobResult } from '../../../jobs/jobKind.ts'
import { requireOwnerId } from '../../../jobs/requireOwnerId.ts'
import { readAncestors } from '../../collections/store.ts'
import { ChosenTags } from '../preview/chosenTags.ts'
import { takeExisting } from '../writing/existingLinks.ts'
import { fitFolder, importedLink } from '../writing/importedLink.ts'
import type { ImportBatch, OpenedFolder } from '../writing/importBatch.ts'
import type { ImportPayload } from '../writing/importPayload.ts'
import { firstBatchSize, largeBatch, pagesAtOnce, reportAfter, shortBatch } from '../writing/batchSizes.ts'
import { FileLinks, ownFormat } from './fileLinks.ts'
import { FolderChanges, FolderMap } from '../writing/importFolders.ts'
import { SavedAddresses } from '../writing/savedAddresses.ts'
import { type ImportedLink, LinkPreparer } from '../writing/importPrepare.ts'
import {
  emptyReport,
  noteFormat,
  type Report,
  reportBesides,
  reportEnd,
  reportShortened,
  skip,
} from '../importReport.ts'
import { countMarks, countUnsupported, skipFileLink } from './unsupported.ts'
import { KnownLinks } from '../writing/knownLinks.ts'
import { LeftOutFolders } from '../preview/leftOutFolders.ts'
import type { ImportedPage } from '../writing/importHighlights.ts'
import { ExtrasReading, isExtra } from './readExtras.ts'
import { readPlaces } from './readPlaces.ts'
import { fileSize, readPieces } from '../../../jobs/fileStore.ts'

/**
 * Reads the file of a job and yields batches ready to be written. Skips rows that an earlier attempt has completed.
 * It runs ahead of the writing, so it relies on what it has yielded instead of the database.
 */
export class ImportReading {
  readonly #db: Db
  readonly #job: JobRow
  readonly #payload: ImportPayload
  readonly #startedAt: number
  #batchSize: number
  readonly #report: Report
  readonly #folders: FolderMap
  readonly #knownLinks = new KnownLinks()
  /** The links of this file, where a person chose what becomes of saved addresses. */
  readonly #readLinks = new KnownLinks()
  readonly #savedAddresses: SavedAddresses
  readonly #preparer: LinkPreparer
  readonly #chosenTags: ChosenTags
  readonly #onFolder: ((folder: OpenedFolder) => void) | undefined
  /** The path to the open folder. */
  #open: string[]
  readonly #leftOut: LeftOutFolders
  /** Collections of folders that the file opens again. */
  readonly #joined = new Set<string>()
  #pages: ImportedPage[] = []
  readonly #extras = new ExtrasReading()
  /** The links of the next batch, and the rows of the file that they come from. */
  #batch: { links: ImportedLink[]; rows: number[] } = { links: [], rows: [] }
  /** The number of rows read; an earlier attempt completed the rows up to `job.done`. */
  #row = 0
  #lastTitle = ''
  #reportedRow = 0
  readonly #changes: FolderChanges
  #folderCount = 0
  #unusedTags: readonly string[] = []
  #bytesRead = 0

  /**
   * @param startedAt the current time, in milliseconds since 1970: the date of entries without one
   * @param batchSize links per transaction
   * @param onFolder receives each folder of the file
   */
  constructor(
    db: Db,
    job: JobRow,
    startedAt: number,
    batchSize = shortBatch,
    onFolder?: (folder: OpenedFolder) => void,
  ) {
    this.#batchSize = batchSize
    this.#db = db
    this.#job = job
    this.#startedAt = startedAt
    this.#changes = new FolderChanges(startedAt)
    this.#payload = JSON.parse(job.payload) as ImportPayload
    const { parent, upTo = 0, isParentNew = false, plain = false, choices } = this.#payload
    this.#chosenTags = new ChosenTags(choices)
    this.#onFolder = onFolder
    this.#report = job.report
      ? (JSON.parse(job.report) as Report)
      : { ...emptyReport(), folders: isParentNew ? 1 : 0 }
    const ownerId = requireOwnerId(job)
    this.#preparer = new LinkPreparer(db.read, ownerId, job.id)
    this.#savedAddresses = new SavedAddresses(ownerId, upTo)
    this.#folders = new FolderMap(plain, choices?.same_named === 'apart')
    this.#open = [parent]
    this.#leftOut = new LeftOutFolders(choices?.left_out)
  }

  /**
   * Sets the size of the following batches.
   * @param isBusy true when there are other writers
   */
  adapt(isBusy: boolean): void {
    this.#batchSize = isBusy ? shortBatch : largeBatch
  }

  /** @returns the job's result after all batches are written */
  async *batches(): AsyncGenerator<ImportBatch, JobResult> {
    const size = await fileSize(this.#db.read, this.#job.id)
    // The new collection of a preview does not exist.
    const above = Math.max(1, (await readAncestors(this.#db.read, this.#open)).length) - 1
    const options = {
      now: this.#startedAt,
      maxDepth: limits.collectionDepth - above,
      maxAddressLength: limits.address,
    }
    const { type, choices, zip } = this.#payload
    const files = new FileLinks(zip !== undefined)
    for await (const event of readAnyBookmarkFile(readPieces(this.#db, this.#job.id), {
      ...options,
      type,
      columns: choices?.columns,
      readPlaces,
      onRead: bytes => {
        this.#bytesRead += bytes
      },
    })) {
      if (event.kind === 'end' && event.verdict === 'notBookmarks')
        return {
          state: 'failed',
          error: event.fileKind
            ? transferTexts.otherFile(event.fileKind)
            : errorTexts['transfer.notBookmarks'],
        }
      await this.#take(files.take(event))
      if (this.#isFull()) yield await this.#cutBatch(size)
    }
    yield await this.#cutBatch(null)
    return { state: 'done' }
  }

  async #take(event: BookmarkEvent): Promise<void> {
    if (event.kind === 'folder') {
      if (this.#leftOut.open(event)) this.#openLeftOut(event.name)
      else await this.#openFolder(event)
    } else if (event.kind === 'folderEnd') {
      const folder = assertDefined(this.#open.pop(), 'folder')
      if (this.#leftOut.close()) return
      this.#chosenTags.closeFolder()
      if (this.#chosenTags.replacesFolders) return
      if (!this.#joined.has(folder))
        for (const links of [this.#knownLinks, this.#readLinks]) links.forget(folder)
    } else if (event.kind === 'start') noteFormat(this.#report, event, this.#payload)
    else if (event.kind === 'page') {
      if (this.#row >= this.#job.done) this.#pages.push({ ...event, row: this.#row })
    } else if (isExtra(event)) {
      // Those of an earlier attempt are found in the library.
      if (this.#row >= this.#job.done) this.#extras.add(event, this.#parent())
    } else if (event.kind === 'part' || event.kind === 'flattened') {
      // An earlier attempt may have reported it already.
      if (this.#row >= this.#job.done) reportBesides(this.#report, event)
    } else if (event.kind === 'end') this.#reportEnd(event)
    else {
      this.#row = event.row
      this.#lastTitle = event.title
      if (event.row <= this.#job.done) return
      if (event.kind === 'leftOut')
        skip(this.#report, event, `Addresses with ${event.scheme}: are not imported`)
      else if (event.kind === 'bad') skip(this.#report, event, rowReasons[event.reason])
      else if (this.#leftOut.isInside) skip(this.#report, event, transferTexts.folderLeftOut)
      else if (!skipFileLink(this.#report, event)) {
        const link = this.#chosenTags.apply(event)
        countMarks(this.#report, link)
        const { address, title, highlights } = event
        if (highlights) this.#pages.push({ address, title, highlights, row: event.row })
        await this.#addLink(importedLink(link, this.#parent(), this.#startedAt, this.#report), event)
      }
    }
  }

  /** Reports a truncated file: its last link, or what may be missing. */
  #reportEnd(event: ReadingEnd): void {
    const { separators = 0, tags = [] } = event
    this.#unusedTags = tags.map(tag => truncateText(tag, limits.tagName))
    if (separators > 0) countUnsupported(this.#report, 'separator', { total: separators })
    reportEnd(this.#report, event, { row: this.#row, title: this.#lastTitle })
  }

  /** Returns the collection for the current entries. */
  #parent(): string {
    return assertDefined(this.#open.at(-1), 'folder')
  }

  /** Notes a folder that a person left out; what is in it goes nowhere. */
  #openLeftOut(name: string): void {
    const { place, isFirst } = this.#leftOut
    const parent = this.#parent()
    if (isFirst)
      this.#onFolder?.({ id: `left out ${place}`, parent, name, isNew: true, place, isLeftOut: true })
    this.#open.push(parent)
  }

  async #openFolder(event: FolderRead): Promise<void> {
    this.#chosenTags.openFolder(event)
    if (this.#chosenTags.replacesFolders) {
      this.#open.push(this.#parent())
      return
    }
    const { name, desc, cuts } = fitFolder(event)
    const { id, isNew } = await this.#folders.find(
      this.#db.read,
      {
        parent: this.#parent(),
        name,
        desc,
        createdAt: event.added ?? this.#startedAt,
        changedAt: this.#changes.next(event.changed),
        position: ++this.#folderCount,
        favouriteAt: event.favourite ? (event.favouriteAt ?? this.#startedAt) : null,
        row: event.line,
      },
      event.isJoined,
    )
    if (event.isJoined) this.#joined.add(id)
    this.#extras.openFolder(event, id)
    this.#onFolder?.({ id, parent: this.#parent(), name, isNew, place: this.#leftOut.place })
    if (isNew) {
      this.#report.folders++
      for (const reason of cuts) reportShortened(this.#report, { row: event.line }, reason)
    }
    this.#open.push(id)
  }

  async #addLink(link: ImportedLink, read: LinkRead): Promise<void> {
    this.#savedAddresses.note(read.row, link.draft.compare_key)
    // A choice looks for the address in the entire library.
    const isChosen = this.#payload.choices !== undefined && link.draft.compare_key !== ''
    const known = isChosen ? this.#readLinks : this.#knownLinks
    const isFresh = isChosen || this.#folders.fresh.has(link.collectionId)
    if (await known.has(this.#db.read, link, { isFresh, countsTwins: this.#report.format === ownFormat }))
      skip(this.#report, read, 'This link is here already')
    else {
      this.#report.links++
      this.#batch.links.push(link)
      this.#batch.rows.push(read.row)
    }
  }

  #isFull(): boolean {
    const size = this.#reportedRow <= this.#job.done ? firstBatchSize : this.#batchSize
    return (
      this.#batch.links.length >= size ||
      this.#folders.waiting.length >= size ||
      this.#pages.length >= pagesAtOnce ||
      this.#row - this.#reportedRow >= reportAfter * this.#batchSize
    )
  }

  /** @param size the size of the file in bytes; null when it is read to its end */
  async #cutBatch(size: number | null): Promise<ImportBatch> {
    const saved = await this.#savedAddresses.report(this.#db.read, this.#report)
    const { choices } = this.#payload
    const taken = choices && takeExisting(this.#batch, saved, choices.existing, this.#report)
    const { links: fresh, rows: at } = taken ?? this.#batch
    const links = { ...this.#preparer.prepare(fresh, this.#unusedTags), at }
    const pages = this.#pages
    this.#batch = { links: [], rows: [] }
    this.#pages = []
    this.#reportedRow = this.#row
    const done = Math.max(this.#row, this.#job.done)
    // The number of rows is unknown before the end; it is estimated from the fraction of bytes read.
    // Until the file is read to its end, some are left.
    const total = size === null ? done : Math.max(done + 1, Math.round((this.#row * size) / this.#bytesRead))
    const report = JSON.stringify(this.#report)
    const additions = taken?.additions ?? []
    return {
      folders: this.#folders.taken(),
      links,
      pages,
      extras: this.#extras.taken(),
      additions,
      done,
      total,
      report,
    }
  }
}
