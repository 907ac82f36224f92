/** A small picture. */
export interface Picture {
  data: Buffer
  /** Pixels. */
  width: number
  height: number
}

/** Two sizes of one picture. */
export interface Pictures {
  /** At most 640 pixels wide. */
  card: Picture
  /** At most 160 pixels wide. */
  thumb: Picture
}

/**
 * What the process makes of a file.
 * - `pictures`: the two sizes of a picture of a page; `profile`: a square; `png`: a PNG of a small picture
 * - `page`, `article`: a picture for a copy of a page, or of its article
 * - `image`: the facts of an uploaded picture and its two sizes; `preview`: its preview for a large view
 * - `rewrite`: an uploaded picture anew from its pixels, in its format
 * - `recording`: the metadata of an uploaded video or audio file, and the two sizes of its cover
 * - `document`: the facts of an uploaded PDF, the two sizes of its first page, and its text; `documentFacts` without text
 */
export type MediaTask =
  | 'pictures'
  | 'profile'
  | 'png'
  | 'page'
  | 'article'
  | 'image'
  | 'preview'
  | 'rewrite'
  | 'recording'
  | 'document'
  | 'documentFacts'

/** A file that the process reads in ranges, and only those that its decoder requests. */
export interface MediaFile {
  /** In bytes. */
  size: number
  /** Reads a range that is inside of the file. An error ends the task. */
  read(offset: number, length: number): Promise<Uint8Array>
}

/** What the process found in a file. */
export interface Found {
  /** In pixels, as displayed. */
  width?: number
  height?: number
  /** In milliseconds. */
  duration?: number
  pages?: number
  title?: string
  artist?: string
  /** The media type with its codecs, as `canPlayType` of a browser takes it. */
  playType?: string
  /** The two sizes of a picture, or the one of `profile` and `png`. */
  pictures?: Picture[]
  /** The preview of a picture for a large view. */
  preview?: Picture
  /** The picture written anew. */
  rewritten?: Picture
  /** The text of a document, and its number of words. */
  text?: string
  words?: number
}

/**
 * Why a file could not be read completely. `protected`: it needs a password. `tooLarge`: it has too many pixels, or
 * needs too much memory. `tooSlow`: it takes too long. `unreadable`: it is damaged, or not of its declared type.
 * `ended`: the process ended by itself.
 */
export type MediaFailure = 'protected' | 'tooLarge' | 'tooSlow' | 'unreadable' | 'ended'

/** The result of a task. What was found before a failure is in the result too. */
export interface MediaResult {
  found: Found
  failure: MediaFailure | null
}

/** The most bytes of one range. */
export const maxRangeBytes = 1024 * 1024

/** A message to the process: a task, or the bytes of the requested range. */
export type ToProcess = { task: MediaTask; size: number } | { bytes: Uint8Array }

/** A message of the process: a range that it needs, something that it found, or the end of the task. */
export type FromProcess =
  | { read: { offset: number; length: number } }
  | { found: Found }
  | { end: MediaFailure | null }
