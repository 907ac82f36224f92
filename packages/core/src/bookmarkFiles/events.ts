/** One item of a checklist note. */
export interface CheckItem {
  text: string
  done: boolean
}

/** What a bookmark file can hold of one link. The writer takes it, the reader gives it back. */
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
  /** Our short remark on the link, kept apart from the description. */
  remark?: string
  category?: number | null
  subCategory?: number | string | null
  favourite?: boolean
  checklist?: readonly CheckItem[]
  /** Address of the preview picture; '' when there is none. */
  image?: string
  /** Anything else of ours, by names of letters and digits in lower case. */
  extra?: Readonly<Record<string, string>>
}

/** What a bookmark file can hold of one folder. */
export interface BookmarkFolder {
  name: string
  note?: string
  added?: number | null
  changed?: number | null
  favourite?: boolean
  extra?: Readonly<Record<string, string>>
}

/** Where in the file something stands. */
export interface FilePlace {
  /** Line of the file, from 1. */
  line: number
}

/** A folder opens; everything up to its `folderEnd` lies in it. */
export interface FolderRead extends Required<BookmarkFolder>, FilePlace {
  kind: 'folder'
  /** What the folder is to the browser that wrote the file; null for a folder a person made. */
  role: 'toolbar' | 'menu' | 'unfiled' | 'readingList' | null
}

/** A link. */
export interface LinkRead extends Required<BookmarkItem>, FilePlace {
  kind: 'link'
  /** Position among all rows of the file, good or not, from 1: the same in every reading of the file. */
  row: number
  /** The browser's keyword for the address; '' when there is none. */
  keyword: string
  /** What the file says of privacy and of reading later; null when it says nothing. */
  isPrivate: boolean | null
  toRead: boolean | null
}

/** A row that is not taken over. Title and address are cut to 200 characters. */
export interface RowRefused extends FilePlace {
  row: number
  title: string
  address: string
}

/** A row whose address is of another kind: `javascript`, `place`, `file`, … */
export interface RowLeftOut extends RowRefused {
  kind: 'leftOut'
  scheme: string
}

/** A row without a usable address. */
export interface RowBad extends RowRefused {
  kind: 'bad'
  reason: 'empty' | 'notAnAddress' | 'tooLong'
}

/** A folder below the deepest level: its content goes into the folder above it. */
export interface FolderFlattened extends FilePlace {
  kind: 'flattened'
  name: string
}

/** The last event of every reading. */
export interface ReadingEnd {
  kind: 'end'
  /** 'notBookmarks': the text is something else, and no other event came before. */
  verdict: 'read' | 'empty' | 'notBookmarks'
  links: number
  folders: number
  leftOut: number
  bad: number
  flattened: number
  /** Folders that the file never closed; above 0 the file may have been cut off. */
  unclosed: number
  lines: number
}

export type BookmarkEvent =
  | FolderRead
  | { kind: 'folderEnd' }
  | LinkRead
  | RowLeftOut
  | RowBad
  | FolderFlattened
  | ReadingEnd

export interface ReadingOptions {
  /** Deepest folder level that is kept; default 100. */
  deepest?: number
  /** Longest address that is kept, in UTF-16 code units; default 8192. */
  longestAddress?: number
  /** The present, in milliseconds since 1970: dates more than a day later are absurd. Default: 2100. */
  now?: number
}
