import type { Readable } from 'node:stream'

/** A part of an object, counted from 0. */
export interface Part {
  number: number
  /** Where the part begins in the object, in bytes. */
  offset: number
  /** Its exact length in bytes. */
  size: number
}

/** A range of an object in bytes, both ends included, as in HTTP. */
export interface ByteRange {
  first: number
  last: number
}

/** Bytes on their way. The memory of a chunk is used again for the next but one. */
export interface Chunks extends AsyncIterable<Buffer> {
  /** Ends the reading. May be called twice. */
  destroy(error?: Error): void
}

export interface StoredObject {
  key: string
  size: number
  /** When it was written, in milliseconds since 1970. */
  writtenAt: number
  /** The ID of an unfinished upload in the store; absent for an object. */
  uploadId?: string
}

/** The space of a store in bytes. */
export interface StoreSpace {
  free: number
  total: number
}

/**
 * Stores the bytes of files under random keys. It stores no owners, names or types. All calls may be repeated with the
 * same result. They throw StoreError.
 */
export interface FileStore {
  /** The size that all parts of an object but the last have at least, in bytes. */
  readonly minPartBytes: number
  /** Begins an object that arrives in parts. Returns the ID of its upload in the store. */
  begin(key: string): Promise<string>
  /**
   * Writes a part; the bytes are durable when it returns. The same part may be written again.
   * @returns a tag that `finish` needs
   */
  writePart(key: string, uploadId: string, part: Part, bytes: Readable): Promise<string>
  /**
   * Joins the parts to an object.
   * @param parts all parts in order
   */
  finish(key: string, uploadId: string, parts: readonly { number: number; tag: string }[]): Promise<void>
  /** Removes the parts of an upload. */
  abort(key: string, uploadId: string): Promise<void>
  /** Reads an object or a range of it. Returns null where it is missing. */
  read(key: string, range?: ByteRange): Promise<Readable | null>
  /**
   * Reads like `read`, with less memory, for a reader that is done with a chunk before it requests the one after the
   * next.
   */
  readChunks(key: string, range?: ByteRange): Promise<Chunks | null>
  /** Returns the size of an object in bytes; null where it is missing. */
  readSize(key: string): Promise<number | null>
  /** Removes objects. Missing ones count as removed. */
  remove(keys: readonly string[]): Promise<void>
  /** Returns the ID of the library whose objects these are; null before `writeLibrary`. */
  readLibrary(): Promise<string | null>
  writeLibrary(id: string): Promise<void>
  /** Lists all objects, and unfinished uploads with their `uploadId`. */
  list(): AsyncIterable<StoredObject>
  /** Returns the space that is left; null where the store has no limit. */
  readSpace(): Promise<StoreSpace | null>
  /**
   * Returns the mark by which servers recognise that they use the same store, and writes it where there is none. Null
   * where the configuration identifies the store.
   */
  readMark(): Promise<string | null>
  /**
   * Returns an address under which everyone can read an object directly from the store for a limited time; null where
   * the object is in a store without addresses.
   */
  address(key: string, options: AddressOptions): Promise<string | null>
}

interface AddressOptions {
  /** The media type of the answer. */
  type: string
  /** Its `content-disposition`. */
  disposition: string
  /** How long the address is valid. */
  seconds: number
}

/**
 * A store failed. `full`: no space is left. `lost`: an upload that it should have is missing. `cut`: the bytes ended
 * too early or were too many. `unavailable`: it does not answer.
 */
export class StoreError extends Error {
  override name = 'StoreError'
  readonly reason: 'full' | 'lost' | 'cut' | 'unavailable'
  constructor(reason: StoreError['reason'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** A store cannot be used as it is configured. The message names the variable or the cause. */
export class UnusableStoreError extends Error {
  override name = 'UnusableStoreError'
}
