import { documentType, isMediaType, toCategory } from '@nestmark/core/media/mediaTypes'
import { setCopy } from '../../../db/copyState.ts'
import type { Tx } from '../../../db/db.ts'
import { isPageFile } from '../../../db/tables/fileTables.ts'
import { enqueue } from '../../../jobs/store.ts'
import type { Services } from '../../../services.ts'
import { insertVersion, listVersions } from '../../copies/copyStore.ts'
import { addFiles, hasRoom } from '../../copies/archiving/pageFiles.ts'
import { preparePageText, type StorePageText } from '../../copies/reading/pageTexts.ts'
import { putReadingPlace } from '../../copies/reading/readingPlaceStore.ts'
import { updateBlobUse } from '../../uploads/storage/blobStore.ts'
import { videoTypes } from '../../uploads/receiving/claimUploads.ts'
import { updateFileBytes } from '../../uploads/linkFileStore.ts'
import { toReadFileJob } from '../../uploads/reading/readFile.job.ts'
import { lockOwners } from '../../uploads/storage/storageStore.ts'
import { openStoredFile } from '../../uploads/reading/stripFile.ts'
import { findImportedLink, type ImportedLinkRow, setVideoType } from '../writing/importedFileStore.ts'
import type { FileReason, StoredZipFile, ZippedFile, ZippedFiles } from './zippedFiles.ts'
import type { ZippedLink, ZippedVersion } from '../export/zippedLink.ts'

export type LinkFilesServices = Pick<Services, 'db' | 'fileStore' | 'media' | 'scraper' | 'now'>

/** A file that is not imported. */
export interface LeftFile {
  path: string
  reason: FileReason
}

/** An article that is read for its words has at most this many bytes. */
const maxArticleBytes = 20_000_000

class NoRoomError extends Error {}

/** Adds the files of a ZIP to imported links. */
export class LinkFiles {
  readonly #services: LinkFilesServices
  readonly #files: ZippedFiles

  readonly #seen = new Set<string>()

  constructor(services: LinkFilesServices, files: ZippedFiles) {
    this.#services = services
    this.#files = files
  }

  /** Returns whether this call is the first with the id of a link. */
  isFirst(linkId: string): boolean {
    const isFirst = !this.#seen.has(linkId)
    this.#seen.add(linkId)
    return isFirst
  }

  /**
   * Adds the files of a link that it does not have yet: uploads, captures and each version of its page in one transaction
   * each, so that none is there in part.
   * @param given `room` are the bytes that its owner may still store
   * @returns the files that are not imported
   */
  async import(
    link: ImportedLinkRow,
    { files, versions, keep, reading }: ZippedLink,
    given: { room: number; signal: AbortSignal },
  ): Promise<LeftFile[]> {
    const left: LeftFile[] = []
    const isOfVersion = ({ kind }: ZippedFile) => kind === 'copy' || kind === 'reader'
    const isUpload = (file: ZippedFile) => !isPageFile(file)
    const fits = ({ kind, mediaType }: ZippedFile) =>
      kind !== 'file' || (isMediaType(mediaType) && toCategory(mediaType) === link.category)
    for (const file of files.filter(isUpload)) if (!fits(file)) left.push({ path: file.path, reason: 'type' })
    const uploads = files.filter(file => isUpload(file) && fits(file))
    left.push(...(await this.#add(link, uploads, given)))
    left.push(
      ...(await this.#add(
        link,
        files.filter(file => isPageFile(file) && !isOfVersion(file)),
        given,
      )),
    )
    const known = new Set((await listVersions(this.#services.db.read, link.id)).map(({ number }) => number))
    // The newest last: its words are those of the link.
    for (const version of versions.toReversed()) {
      const own = files.filter(file => isOfVersion(file) && file.position === version.number)
      if (!known.has(version.number)) left.push(...(await this.#add(link, own, given, version)))
    }
    await this.#services.db.write(async tx => {
      if (keep !== null) await setCopy(tx, link.id, { keep })
      if (reading && (await listVersions(tx, link.id)).some(({ number }) => number === reading.version))
        await putReadingPlace(tx, { person_id: link.owner_id, link_id: link.id, ...reading })
    })
    return left
  }

  /** Stores files, and adds them to their link. @param version the version of the page that they are; absent for other files */
  async #add(
    link: ImportedLinkRow,
    files: readonly ZippedFile[],
    { room, signal }: { room: number; signal: AbortSignal },
    version?: ZippedVersion,
  ): Promise<LeftFile[]> {
    const left: LeftFile[] = []
    const stored: StoredZipFile[] = []
    try {
      for (const file of files) {
        signal.throwIfAborted()
        const found = await this.#files.store(file, room)
        if (typeof found === 'string') left.push({ path: file.path, reason: found })
        else stored.push(found)
      }
      const isWhole = version === undefined || stored.some(({ file }) => file.kind === mainKind(version))
      if (stored.length === 0 || !isWhole) return [...left, ...(await this.#drop(stored, 'missing'))]
      const storeText = version && (await this.#readText(link, version, stored, signal))
      const unused = await this.#services.db.write(tx =>
        this.#insert(tx, link, stored, { version, storeText }),
      )
      if (unused === null) return [...left, ...(await this.#drop(stored, 'noLink'))]
      await this.#files.remove(unused)
      return left
    } catch (error) {
      const dropped = await this.#drop(stored, 'noRoom')
      if (error instanceof NoRoomError) return [...left, ...dropped]
      throw error
    }
  }

  async #drop(stored: readonly StoredZipFile[], reason: FileReason): Promise<LeftFile[]> {
    await this.#files.remove(stored.map(({ key }) => key))
    return stored.map(({ file }) => ({ path: file.path, reason }))
  }

  /**
   * Adds the rows of stored files.
   * @returns the objects that are not used, because the owner has the same bytes; null when the link was deleted
   * @throws NoRoomError
   */
  async #insert(
    tx: Tx,
    { id, owner_id: ownerId }: ImportedLinkRow,
    stored: readonly StoredZipFile[],
    { version, storeText }: { version: ZippedVersion | undefined; storeText: StorePageText | undefined },
  ): Promise<string[] | null> {
    const now = this.#services.now()
    await lockOwners(tx, [ownerId])
    const link = await findImportedLink(tx, ownerId, id)
    if (!link) return null
    const files = stored.map(({ file, ...object }) => {
      const { position, kind, name, mediaType: media_type, savedAt: created_at } = file
      const state = isPageFile(file) ? ('ready' as const) : ('working' as const)
      return { object, row: { position, kind, name, media_type, state, created_at } }
    })
    const blobs = await addFiles(tx, link, files, now)
    await updateBlobUse(tx, blobs, now)
    if (!(await hasRoom(tx, ownerId))) throw new NoRoomError()
    if (version) await this.#insertVersion(tx, link, version, stored)
    else if (stored.some(({ file }) => !isPageFile(file))) await this.#finishUploads(tx, link, stored)
    await storeText?.(tx, link)
    return stored.flatMap(({ key }, at) => (blobs[at] === key ? [] : [key]))
  }

  async #insertVersion(
    tx: Tx,
    link: ImportedLinkRow,
    version: ZippedVersion,
    stored: readonly StoredZipFile[],
  ): Promise<void> {
    const size = stored.reduce((sum, each) => sum + each.size, 0)
    const mode = version.mode === 'full' && stored.length === 1 ? 'reader' : version.mode
    await insertVersion(tx, { ...version, mode, link_id: link.id, size })
    await setCopy(tx, link.id, {
      state: 'kept',
      fault: null,
      address: link.address,
      tried_at: version.kept_at,
      checked_at: version.kept_at,
    })
  }

  async #finishUploads(tx: Tx, { id, owner_id: ownerId }: ImportedLinkRow, stored: readonly StoredZipFile[]) {
    const first = stored.find(({ file }) => file.kind === 'file' && file.position === 0)
    const type = first && videoTypes[first.file.mediaType]
    if (type !== undefined) await setVideoType(tx, id, type)
    await updateFileBytes(tx, [id])
    await enqueue(tx, toReadFileJob(ownerId, id, this.#services.now()))
  }

  /** Reads the words of a version in a process without rights, for search. A page that cannot be read has none. */
  async #readText(
    { owner_id: ownerId, address }: ImportedLinkRow,
    version: ZippedVersion,
    stored: readonly StoredZipFile[],
    signal: AbortSignal,
  ): Promise<StorePageText | undefined> {
    const main = stored.find(({ file }) => file.kind === mainKind(version))
    if (!main) return undefined
    try {
      const text =
        version.mode === 'file'
          ? await this.#readDocument(main, ownerId, signal)
          : await this.#readArticle(main, { ownerId, address, at: version.kept_at }, signal)
      return text ? await preparePageText(text) : undefined
    } catch (error) {
      if (signal.aborted) throw error
      return undefined
    }
  }

  async #readArticle(
    main: StoredZipFile,
    { ownerId, address, at }: { ownerId: string; address: string; at: number },
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const body = await this.#files.readPage(main, maxArticleBytes)
    if (!body) return undefined
    const page = {
      url: address,
      status: 200,
      contentType: 'text/html; charset=utf-8',
      body,
      charset: 'utf-8',
    }
    const caller = { kind: 'job', key: ownerId } as const
    const options = { isFull: false, isOffline: true, at, caller, signal }
    return (await this.#services.scraper.copyPage(page, options)).article.text
  }

  async #readDocument(
    { key, size, file }: StoredZipFile,
    ownerId: string,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    if (file.mediaType !== documentType) return undefined
    const source = openStoredFile(this.#services.fileStore, key, size)
    return (await this.#services.media.run('document', source, { key: ownerId, signal })).found.text
  }
}

/** Returns the file without which a version is none. */
const mainKind = ({ mode }: ZippedVersion) => (mode === 'file' ? 'copy' : 'reader')
