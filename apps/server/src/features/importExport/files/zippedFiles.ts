import { createGunzip, createGzip } from 'node:zlib'
import { isMediaType, maxFileBytes } from '@nestmark/core/media/mediaTypes'
import { isSniffedAs, sniffedBytes } from '@nestmark/core/media/sniff'
import { fileReasons } from '@nestmark/texts/transfer/importFormats'
import { Refused } from '../../../access/refuse.ts'
import type { FileKind } from '../../../db/tables/fileTables.ts'
import { newId } from '../../../db/newId.ts'
import type { ByteSource } from '../../../blobStorage/byteSource.ts'
import { StoreError } from '../../../blobStorage/fileStore.ts'
import { transformChunks } from '../../../blobStorage/transformChunks.ts'
import { writeStream } from '../../../blobStorage/writeStream.ts'
import { readEntry, ZipEntryError } from '../../../blobStorage/zip/zipReader.ts'
import type { ReadableEntry } from '../../../blobStorage/zip/zipDirectory.ts'
import type { Services } from '../../../services.ts'
import { cleanFile, createRangeReader, type StoredFile } from '../../uploads/reading/stripFile.ts'
import { requireSpace } from '../../uploads/receiving/openUpload.ts'

/** Why a file is not imported: a key of its text. */
export type FileReason = keyof typeof fileReasons

/** A file of the ZIP, as `nestmark.json` describes it, within the limits. */
export interface ZippedFile {
  kind: FileKind
  position: number
  name: string
  mediaType: string
  path: string
  /** Milliseconds since 1970. */
  savedAt: number
}

/** A file of the ZIP in the store, without a row. */
export interface StoredZipFile extends StoredFile {
  file: ZippedFile
}

/** No file of the allowed types is shorter, in bytes. */
const minFileBytes = 24

/** Copies files of a ZIP to the store. Nothing in the ZIP is trusted. */
export class ZippedFiles {
  readonly #services: Pick<Services, 'fileStore' | 'media'>
  readonly #zip: ByteSource
  readonly #entries: ReadonlyMap<string, ReadableEntry>
  readonly #ownerId: string
  readonly #used = new Set<string>()
  /** The compressed bytes that may still be read: entries that overlap have more than the ZIP. */
  #left: number

  constructor(
    services: Pick<Services, 'fileStore' | 'media'>,
    zip: ByteSource,
    entries: ReadonlyMap<string, ReadableEntry>,
    ownerId: string,
  ) {
    this.#services = services
    this.#zip = zip
    this.#entries = entries
    this.#ownerId = ownerId
    this.#left = zip.size
  }

  /** Marks an entry as belonging to a link. */
  use(path: string): void {
    this.#used.add(path)
  }

  /** Returns the paths of entries that belong to no link. */
  *unused(): Generator<string> {
    for (const path of this.#entries.keys()) if (!this.#used.has(path)) yield path
  }

  /**
   * Copies a file to the store, as an upload of its type is stored: without the place of a camera, a page by gzip.
   * @param room the bytes that its owner may still store
   * @returns the reason where it cannot be imported; nothing is stored then
   * @throws StoreError 'unavailable', 'lost'; Refused 'server.busy'
   */
  async store(file: ZippedFile, room: number): Promise<StoredZipFile | FileReason> {
    const entry = this.#entries.get(file.path)
    if (!entry) return 'missing'
    const isPage = file.mediaType === 'text/html'
    if (!isPage && !isMediaType(file.mediaType)) return 'type'
    if (entry.compressedSize > this.#left) return 'damaged'
    this.#left -= entry.compressedSize
    if (!isPage && (entry.size ?? 0) > room) return 'noRoom'
    const { fileStore } = this.#services
    const key = newId()
    try {
      requireSpace(await fileStore.readSpace())
      const bytes = readEntry(this.#zip, entry, maxFileBytes)
      const written = await writeStream(fileStore, key, isPage ? transformChunks(bytes, createGzip()) : bytes)
      const object = { key, ...written }
      const stored = isPage ? object : await this.#check(file, object)
      if (typeof stored !== 'string') return { ...stored, file }
      await this.remove([key])
      return stored
    } catch (error) {
      const reason = toReason(error)
      if (reason === null) throw error
      return reason
    }
  }

  /** Returns the object of a file that has its type, cleaned when a person has uploaded it. */
  async #check(
    { kind, mediaType }: ZippedFile,
    object: StoredFile,
  ): Promise<StoredFile | 'type' | 'damaged'> {
    const { fileStore } = this.#services
    const head = await createRangeReader(fileStore, object.key, object.size)(0, sniffedBytes)
    if (object.size < minFileBytes || !isMediaType(mediaType) || !isSniffedAs(head, mediaType)) return 'type'
    if (kind !== 'file' && kind !== 'poster') return object
    const owner = { media_type: mediaType, person_id: this.#ownerId, owner_id: this.#ownerId }
    const cleaned = await cleanFile(this.#services, owner, object)
    if (!cleaned) return 'damaged'
    if (cleaned.key !== object.key) await this.remove([object.key])
    return cleaned
  }

  /** Removes objects that get no row. The sweep removes what this call cannot. */
  async remove(keys: readonly string[]): Promise<void> {
    if (keys.length > 0) await this.#services.fileStore.remove(keys).catch(() => undefined)
  }

  /** Returns the bytes of a stored page, unpacked; null when they are more than a page may have. */
  async readPage({ key }: StoredFile, max: number): Promise<Buffer | null> {
    const stream = await this.#services.fileStore.read(key)
    if (!stream) throw new StoreError('lost', 'The object was removed while it was read.')
    const all: Uint8Array[] = []
    let size = 0
    for await (const chunk of transformChunks(stream as AsyncIterable<Uint8Array>, createGunzip())) {
      size += chunk.length
      if (size > max) return null
      all.push(chunk)
    }
    return Buffer.concat(all)
  }
}

/** Returns why a file cannot be imported; null for an error that may pass. */
function toReason(error: unknown): FileReason | null {
  if (error instanceof ZipEntryError) return error.reason
  if (error instanceof StoreError && error.reason === 'cut') return 'damaged'
  if (error instanceof StoreError && error.reason === 'full') return 'noRoom'
  return error instanceof Refused && error.code === 'server.full' ? 'noRoom' : null
}
