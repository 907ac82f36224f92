/** A small picture. */
export interface Picture {
  data: Buffer
  /** Pixels. */
  width: number
  height: number
}

/**
 * What the process makes of a file: two sizes of a picture, a square for a profile, a PNG of a small picture, or a picture
 * for a copy of a page.
 */
export type PictureTask = 'pictures' | 'profile' | 'png' | 'page' | 'article'

/** A request to the process. */
export interface PictureRequest {
  task: PictureTask
  file: Uint8Array
}

/** The answer of the process; without pictures when the file could not be read. */
export interface PictureAnswer {
  pictures?: { data: Uint8Array; width: number; height: number }[]
}
