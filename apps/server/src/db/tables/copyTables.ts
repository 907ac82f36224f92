import type { CopyFailure, CopyState, ArchiveMode, PageState } from '@nestmark/contract/reading/copies'
import type { Declarations, Defaulted } from './tableDeclaration.ts'

/** What is known about the copies of the page of a link. Links without a row have no copy and no choice. */
export interface CopyRow {
  link_id: string
  /** Which copies are stored for the link; null: as its owner chose for all links. */
  keep: ArchiveMode | null
  state: CopyState
  /** Why the last attempt failed. */
  fault: CopyFailure | null
  /** The result of the last attempt, compared with the previous version. */
  page: PageState
  /** The address of the link at the last attempt. */
  address: string | null
  tried_at: number | null
  /** When the page was last equal to the newest version. */
  checked_at: number | null
}

/** A stored version of a page. */
export interface CopyVersionRow {
  link_id: string
  /** Grows with each version; the position of its files. */
  number: number
  kept_at: number
  /**
   * `full`: the full page and the article; `reader`: the article; `file`: the address is a file, which is stored
   * unchanged.
   */
  mode: 'full' | 'reader' | 'file'
  kind: 'article' | 'text' | 'file'
  /** SHA-256 of the text, or of the file. It differs between versions. */
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
  /** The size of its files, in bytes. */
  size: number
}

/** The text of the newest version of a page, compressed by gzip. */
interface PageTextRow {
  link_seq: number
  text: Uint8Array
}

/** The reading position of a person in a version of a page. */
export interface ReadingPlaceRow {
  person_id: string
  link_id: string
  /** The number of the version. */
  version: number
  /** The first visible character of the article, in UTF-16 code units. */
  char_offset: number
  read_at: number
}

export interface CopyTables {
  copies: Defaulted<CopyRow, 'page'>
  copy_versions: CopyVersionRow
  page_texts: PageTextRow
  reading_places: ReadingPlaceRow
}

const ofLink = {
  owner: 'link_id',
  references: { link_id: 'links' },
  backup: 'included',
  erasure: 'byReference',
  transfer: 'follows',
  copy: 'ofOriginal',
  export: 'included',
} as const

export const copyTables: Declarations<CopyTables> = {
  copies: ofLink,
  copy_versions: { ...ofLink, encryption: 'deleted' },
  page_texts: {
    owner: 'link_seq',
    references: { link_seq: 'links' },
    backup: 'included',
    erasure: 'byReference',
    transfer: 'follows',
    copy: 'copied',
    export: 'derived',
    derivedColumns: ['terms'],
  },
  reading_places: {
    owner: 'person_id',
    references: { person_id: 'people', link_id: 'links' },
    backup: 'included',
    erasure: 'byReference',
    transfer: 'stays',
    copy: 'ofPerson',
    encryption: 'deleted',
    export: 'included',
    orphans: 'reading places of links or people that were deleted',
    key: 'link_id',
  },
}
