import type { CopyFault, CopyState, KeepMode, PageState } from '@nestmark/contract/copies'

/** What is known about the copies of the page of a link. Links without a row have no copy and no choice. */
export interface CopyRow {
  link_id: string
  /** What the link keeps; null: as its owner chose for all links. */
  keep: KeepMode | null
  state: CopyState
  /** Why the last attempt failed. */
  fault: CopyFault | null
  /** What the last attempt found, compared with the version before. */
  page: PageState
  /** The address of the link at the last attempt. */
  address: string | null
  tried_at: number | null
  /** When the page was last found as in the newest version. */
  checked_at: number | null
}

/** A version of a page that is kept. */
export interface CopyVersionRow {
  link_id: string
  /** Grows with each version; the position of its files. */
  number: number
  kept_at: number
  /** `full`: the whole page and the article; `reader`: the article; `file`: the address is a file, which is kept as it is. */
  mode: 'full' | 'reader' | 'file'
  kind: 'article' | 'text' | 'file'
  /** SHA-256 of the text, or of the file. Versions differ by it. */
  digest: string
  title: string
  byline: string
  site_name: string
  lang: string
  dir: 'ltr' | 'rtl'
  words: number
  published_at: number | null
  pictures_wanted: number
  pictures_kept: number
  /** Bytes of its files. */
  size: number
}

/** The text of the newest version of a page, compressed by gzip. */
export interface PageTextRow {
  link_seq: number
  text: Uint8Array
}

/** Where a person reads in a version of a page. */
export interface ReadingPlaceRow {
  person_id: string
  link_id: string
  /** The number of the version. */
  version: number
  /** The first visible character of the article, in UTF-16 code units. */
  char_offset: number
  read_at: number
}
