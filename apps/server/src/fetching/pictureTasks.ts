/** A small picture. */
export interface Picture {
  data: Buffer
  /** Pixels. */
  width: number
  height: number
}

/** What the process makes of a file: two sizes of a picture, a square for a profile, or a PNG of a small picture. */
export type PictureTask = 'pictures' | 'profile' | 'png'

/** A request to the process. */
export interface PictureRequest {
  task: PictureTask
  file: Uint8Array
}

/** The answer of the process; without pictures when the file could not be read. */
export interface PictureAnswer {
  pictures?: { data: Uint8Array; width: number; height: number }[]
}
