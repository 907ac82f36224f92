import { assertDefined } from '@nestmark/core/assertDefined'
import { decodeBookmarkBytes } from '@nestmark/core/bookmarkFiles/bytes'
import { isObject, type JsonObject } from '@nestmark/core/bookmarkFormats/json/jsonFormat'
import { JsonRows } from '@nestmark/core/bookmarkFormats/json/jsonRows'
import { hasParts } from '@nestmark/core/bookmarkFormats/json/nestmarkJson'
import { brokenReasons, fileReasons, partReasons } from '@nestmark/texts/transfer/importFormats'
import type { Db } from '../../db/db.ts'
import { openStoredSource } from '../../blobStorage/byteSource.ts'
import { listEntries } from '../../blobStorage/zip/zipReader.ts'
import { readParts } from '../../jobs/fileStore.ts'
import type { ClaimedJob, JobResult } from '../../jobs/jobKind.ts'
import { requireOwnerId } from '../../jobs/requireOwnerId.ts'
import { saveProgress } from '../../jobs/store.ts'
import { findImportedLink, placesOfFiles, readJobReport, readRoom } from './writing/importedFileStore.ts'
import { LinkFiles, type LinkFilesServices } from './files/linkFiles.ts'
import type { ImportPayload } from './writing/importPayload.ts'
import { toCreatedId } from '../../db/newId.ts'
import { emptyReport, nameRow, type Report } from './importReport.ts'
import { ownDataPath } from './files/receiveZip.ts'
import { type FileReason, ZippedFiles } from './files/zippedFiles.ts'
import { readZippedLink } from './export/zippedLink.ts'

/** Files beside the data that have parts of it, and what an operating system adds. */
const otherData = /^(?:nestmark\.(?:html|json|csv|md)|missing-files\.txt)$/
const hidden = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|\._|Thumbs\.db$|desktop\.ini$)/i
/** The interval of stored progress, in milliseconds. */
const progressMs = 1000

/**
 * Imports the files of the ZIP of an export of everything, after its links: uploaded files, and the copies of pages. It reads
 * `nestmark.json` again, and a file at a time. A repeated call finds what the previous one has imported. Each file of the ZIP is
 * imported, or named in the report with the reason.
 * @throws when stopped, and while the store does not answer; files that were imported remain
 */
export async function importFiles(
  services: LinkFilesServices & { db: Db },
  job: ClaimedJob,
  signal: AbortSignal,
): Promise<JobResult> {
  const { zip } = JSON.parse(job.payload) as ImportPayload
  const { size } = assertDefined(zip, 'zip')
  const source = openStoredSource(services.fileStore, job.id, size)
  const { entries, isComplete } = await listEntries(source)
  const own = assertDefined(ownDataPath(entries.keys()), 'own data')
  const folder = own.slice(0, own.lastIndexOf('/') + 1)
  const inside = new Map(
    [...entries].flatMap(([path, entry]) =>
      path.startsWith(folder) && !hidden.test(path) ? [[path.slice(folder.length), entry]] : [],
    ),
  )
  const files = new ZippedFiles(services, source, inside, requireOwnerId(job))
  const { done, report } = await readJobReport(services.db, job.id)
  const run = new FilesRun(services, job, files, {
    done,
    report: report === null ? emptyReport() : (JSON.parse(report) as Report),
  })
  if (!isComplete) run.name(own, brokenReasons.cutOff)
  for await (const link of readLinks(services.db, job.id)) {
    signal.throwIfAborted()
    if (await run.import(link, signal)) return { state: 'cancelled' }
  }
  await run.end()
  return { state: 'done' }
}

/** Yields the links of a file that have something beside it. */
async function* readLinks(db: Db, jobId: string): AsyncGenerator<JsonObject> {
  const rows = new JsonRows(['links[]'])
  for await (const text of decodeBookmarkBytes(readParts(db, jobId), false))
    for (const { value } of rows.write(text)) if (isObject(value) && hasParts(value)) yield value
  for (const { value } of rows.end()) if (isObject(value) && hasParts(value)) yield value
}

class FilesRun {
  readonly #services: LinkFilesServices & { db: Db }
  readonly #job: ClaimedJob
  readonly #ownerId: string
  readonly #files: ZippedFiles
  readonly #links: LinkFiles
  readonly #report: Report
  #done: number
  /** What is named already, also by a previous run. */
  readonly #named: Set<string>
  #savedAt = performance.now()

  constructor(
    services: LinkFilesServices & { db: Db },
    job: ClaimedJob,
    files: ZippedFiles,
    { done, report }: { done: number; report: Report },
  ) {
    this.#services = services
    this.#job = job
    this.#ownerId = requireOwnerId(job)
    this.#files = files
    this.#links = new LinkFiles(services, files)
    this.#done = done
    this.#report = { ...report, files: 0, filesLeft: 0 }
    this.#named = new Set(report.rows.map(({ title, reason }) => `${title} ${reason}`))
  }

  /** Names something of the ZIP in the report, once. */
  name(title: string, reason: string): void {
    const before = this.#report.rows.length
    nameRow(this.#report, { row: 0, title }, reason)
    const added = this.#report.rows[before]
    const key = added && `${added.title} ${added.reason}`
    if (key === undefined) return
    if (this.#named.has(key)) this.#report.rows.pop()
    this.#named.add(key)
  }

  #leave(path: string, reason: FileReason): void {
    this.#report.filesLeft = (this.#report.filesLeft ?? 0) + 1
    this.name(path, fileReasons[reason])
  }

  /** Imports the files of a link. Returns whether the import was cancelled. */
  async import(value: JsonObject, signal: AbortSignal): Promise<boolean> {
    const { db, now } = this.#services
    const zipped = readZippedLink(value, now())
    for (const { path } of [...zipped.files, ...zipped.left]) this.#files.use(path)
    for (const { path, reason } of zipped.left) this.#leave(path, reason)
    const id = toCreatedId(this.#job.id, zipped.id)
    // A hostile file may have an id twice.
    const link = this.#links.isFirst(id) ? await findImportedLink(db.read, this.#ownerId, id) : undefined
    if (link) {
      const has = new Set(
        (await placesOfFiles(db.read, link.id)).map(({ kind, position }) => `${kind} ${position}`),
      )
      const isThere = ({ kind, position }: { kind: string; position: number }) =>
        has.has(`${kind} ${position}`)
      const room = await readRoom(db.read, this.#ownerId)
      const rest = { ...zipped, files: zipped.files.filter(file => !isThere(file)) }
      const left = await this.#links.import(link, rest, { room, signal })
      for (const { path, reason } of left) this.#leave(path, reason)
      this.#report.files = (this.#report.files ?? 0) + zipped.files.length - left.length
    } else for (const { path } of zipped.files) this.#leave(path, 'noLink')
    this.#done++
    if (performance.now() - this.#savedAt < progressMs) return false
    this.#savedAt = performance.now()
    return this.#save()
  }

  /** Names the files that belong to no link, those of one folder together, and stores the report. */
  async end(): Promise<void> {
    const left = new Map<string, number>()
    for (const path of this.#files.unused()) {
      if (otherData.test(path)) continue
      const at = path.slice(0, path.lastIndexOf('/') + 1) || path
      left.set(at, (left.get(at) ?? 0) + 1)
    }
    for (const [path, count] of left) {
      this.#report.filesLeft = (this.#report.filesLeft ?? 0) + count
      this.name(path, partReasons.otherFile(count))
    }
    await this.#save()
    await this.#files.remove([this.#job.id])
  }

  #save(): Promise<boolean> {
    const progress = { done: this.#done, total: this.#done, report: JSON.stringify(this.#report) }
    return this.#services.db.write(tx => saveProgress(tx, this.#job, progress))
  }
}
