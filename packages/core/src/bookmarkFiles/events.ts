import type { FileKind } from './fileKind.ts'

/** One item of a checklist note. */
export interface CheckItem {
  text: string
  done: boolean
}

/** The data of one link in a bookmark file. The writer's input and the reader's output. */
export interface BookmarkItem {
  /** An http or https address; '' for a note without one. */
  address: string
  title: string
  /** Milliseconds since 1970; null when unknown. */
  added?: number | null
  /** Milliseconds since 1970; null when unknown. */
  changed?: number | null
  tags?: readonly string[]
  /** The description, which other programs show below the link. */
  note?: string
  /** Nestmark's short note on the link, separate from the description. */
  remark?: string
  category?: number | null
  subCategory?: number | string | null
  favourite?: boolean
  checklist?: readonly CheckItem[]
  /** Address of the preview picture; '' when there is none. */
  image?: string
  /** True for a link with an uploaded file, which the bookmark file does not contain. */
  hasFile?: boolean
  /** Other Nestmark data, keyed by lower-case letters and digits. */
  extra?: Readonly<Record<string, string>>
}

/** The data of one folder in a bookmark file. */
export interface BookmarkFolder {
  name: string
  note?: string
  added?: number | null
  changed?: number | null
  favourite?: boolean
  extra?: Readonly<Record<string, string>>
}

/** A position in the file. */
export interface FilePosition {
  /** Line of the file, from 1. */
  line: number
}

/** The start of a folder. All events up to its `folderEnd` belong to it. */
export interface FolderRead extends Required<BookmarkFolder>, FilePosition {
  kind: 'folder'
  /** The folder's special role in the browser that wrote the file; null for an ordinary folder. */
  role: 'toolbar' | 'menu' | 'unfiled' | 'readingList' | null
}

/** A link. */
export interface LinkRead extends Required<BookmarkItem>, FilePosition {
  kind: 'link'
  /** Position among all rows of the file, valid or not, from 1; the same each time the file is read. */
  row: number
  /** The browser's keyword for the address; '' when there is none. */
  keyword: string
  /** The address of the page's feed; '' when there is none. */
  feed: string
  /** The file has a picture that is not a web address. */
  hasInvalidImage: boolean
  /** The file's flags for privacy and reading later; null when missing. */
  isPrivate: boolean | null
  toRead: boolean | null
}

/** A row that is not imported. Title and address are truncated to 200 characters. */
export interface RejectedRow extends FilePosition {
  row: number
  title: string
  address: string
}

/** A row whose address has an unsupported scheme: `javascript`, `place`, `file`, … */
export interface SkippedRow extends RejectedRow {
  kind: 'leftOut'
  scheme: string
}

/** A row without a certain address. */
export interface InvalidRow extends RejectedRow {
  kind: 'bad'
  /** 'unclearQuotes': its quotes do not match. 'inComment': it is inside a comment. */
  reason: 'empty' | 'notAnAddress' | 'tooLong' | 'unclearQuotes' | 'inComment'
}

/** A row of the file, imported or not. */
export type RowRead = LinkRead | SkippedRow | InvalidRow

/** A folder below the deepest level. Its content is added to the parent folder. */
export interface FlattenedFolder extends FilePosition {
  kind: 'flattened'
  name: string
}

/** The last event of every reading. */
export interface ReadingEnd {
  kind: 'end'
  /** 'notBookmarks': the text is not a bookmark file, and there was no other event. */
  verdict: 'read' | 'empty' | 'notBookmarks'
  links: number
  folders: number
  leftOut: number
  bad: number
  flattened: number
  /** Number of unclosed folders; above 0 the file may be truncated. */
  unclosed: number
  /** A list that is no folder is not closed, as the one around the entire file; absent otherwise. */
  hasOpenList?: boolean
  /**
   * The link in which the file ends, where it is truncated there: `isRead` when only its title is incomplete.
   */
  cutOff?: { isRead: boolean; line: number } | undefined
  /** The tags that no link has, as Nestmark writes them; absent without any. */
  tags?: readonly string[]
  /** Number of lines between rows; absent without any. */
  separators?: number
  lines: number
  /** What the file is instead of a bookmark file; absent when it is one or unknown. */
  fileKind?: FileKind
}

export type BookmarkEvent =
  | FolderRead
  | { kind: 'folderEnd' }
  | LinkRead
  | SkippedRow
  | InvalidRow
  | FlattenedFolder
  | ReadingEnd

export interface ReadingOptions {
  /** Maximum folder depth; default 100. */
  maxDepth?: number
  /** Maximum address length, in UTF-16 code units; default 8192. */
  maxAddressLength?: number
  /** Current time in milliseconds since 1970. Dates more than a day later are rejected. Default: 2100. */
  now?: number
}
