import type { FileKind } from './fileKind.ts'
import type { CsvColumn } from '../bookmarkFormats/csv/columnRoles.ts'
import type { FormatId } from '../bookmarkFormats/formatId.ts'

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
interface FilePosition {
  /** Line of the file, from 1. */
  line: number
}

/** The start of a folder. All events up to its `folderEnd` belong to it. */
export interface FolderRead extends Required<BookmarkFolder>, FilePosition {
  kind: 'folder'
  /** The folder's special role in the browser that wrote the file; null for an ordinary folder. */
  role: 'toolbar' | 'menu' | 'unfiled' | 'readingList' | null
  /** In milliseconds since 1970; absent when the file does not say when it became a favourite. */
  favouriteAt?: number
  /** Its id in the file, when a rule of the file names it. */
  id?: string
  /**
   * The folder is the same as an earlier one of this name in the same place: the file writes it at each of its links.
   * Otherwise two folders of one name are two.
   */
  isJoined?: boolean
}

/** Highlights of a page that is no row of the file. */
interface PageRead extends FilePosition {
  kind: 'page'
  address: string
  title: string
  highlights: readonly HighlightRead[]
}

/** A feed that fills the open folder, in a file of Nestmark. */
export interface FeedRead extends FilePosition {
  kind: 'feed'
  address: string
  title: string
  /** The tag of its links. */
  tag: string | null
  /** Milliseconds since 1970; null when unknown. */
  added: number | null
}

/** A saved search, in a file of Nestmark. */
export interface SearchRead {
  kind: 'search'
  name: string
  input: string
  /** As in the API. */
  type: number
  category: number | null
  order: 1 | 2 | null
  /** Milliseconds since 1970; null when unknown. */
  added: number | null
}

/** A rule, in a file of Nestmark. Its conditions and actions are not checked. */
export interface RuleRead {
  kind: 'rule'
  /** Its place among those of the file, from 1; the same each time the file is read. */
  number: number
  /** It applies to new links. */
  active: boolean
  /** As `RuleConditions`; `feed` is the address of a feed, or '' for one that was removed. */
  conditions: Readonly<Record<string, unknown>>
  /** As `RuleActions`; `collection` is the id of a folder, or null outside of all. */
  actions: Readonly<Record<string, unknown>>
  /** Milliseconds since 1970; null when unknown. */
  added: number | null
}

/** What a file of Nestmark has besides links and collections. */
export type ExtraRead = FeedRead | SearchRead | RuleRead

/** A highlight of the page of a link. */
export interface HighlightRead {
  text: string
  comment: string
  /** 1 yellow, 2 blue, 3 pink, 4 green. */
  style: 1 | 2 | 3 | 4
  /** Milliseconds since 1970; null when unknown. */
  added: number | null
  /** When it was last changed, in milliseconds since 1970; absent when unknown. */
  changed?: number
  /** Where it is, as `Anchor`, in a file of Nestmark. Not checked. */
  anchor?: unknown
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
  /** The file's flag for a link that was put away; null or absent when missing. */
  isArchived?: boolean | null
  highlights?: readonly HighlightRead[]
  /** The names of further folders in which the link is. */
  otherFolders?: readonly string[]
  /** The id of a link with files, copies or the like, which are beside `nestmark.json`. */
  id?: string
  /** In milliseconds since 1970; absent when the file does not say when it became a favourite. */
  favouriteAt?: number
  /** The address of the player that was found in the page; not checked. */
  player?: string
}

/** A row that is not imported. Title and address are truncated to 200 characters. */
interface RejectedRow extends FilePosition {
  row: number
  title: string
  address: string
}

/** A row whose address has an unsupported scheme: `javascript`, `place`, `file`, … */
interface SkippedRow extends RejectedRow {
  kind: 'leftOut'
  scheme: string
}

/** A row without a certain address. */
export interface InvalidRow extends RejectedRow {
  kind: 'bad'
  /**
   * 'unclearQuotes': its quotes do not match. 'inComment': it is inside a comment. 'cells': it has more cells than the
   * table has columns. 'damaged': it cannot be read. 'upload': it is an uploaded file, which the file does not contain.
   * 'deleted': it was in the trash. 'unsaved': an item of a feed, which nobody saved. 'encrypted': only its key opens it.
   */
  reason:
    | 'empty'
    | 'notAnAddress'
    | 'tooLong'
    | 'unclearQuotes'
    | 'inComment'
    | 'cells'
    | 'damaged'
    | 'upload'
    | 'deleted'
    | 'unsaved'
    | 'encrypted'
}

/** A row of the file, imported or not. */
export type RowRead = LinkRead | SkippedRow | InvalidRow

/** A folder below the deepest level. Its content is added to the parent folder. */
interface FlattenedFolder extends FilePosition {
  kind: 'flattened'
  name: string
}

/** The first event of a file whose format is known. A ZIP has one of each file in it that is read. */
export interface ReadingStart {
  kind: 'start'
  format: FormatId
  /** The columns of a table whose columns may be chosen. */
  columns?: readonly CsvColumn[]
}

/** Something besides the rows that is not read, such as a file in a ZIP or a column of a table. */
export interface PartLeftOut extends FilePosition {
  kind: 'part'
  name: string
  /** The number of such parts; `name` is what they have in common. */
  count: number
  /**
   * 'otherFile': no bookmark file. 'nested': a ZIP in a ZIP. 'unreadable': encrypted, damaged or of an unknown method.
   * 'tooLarge': larger than what is read of one file. 'column': a column that has no place. 'query': a list that a search
   * makes. 'feed': a feed that was followed. 'rule': a rule for links. 'sealed': encrypted highlights.
   * 'passwords': a file with passwords. 'domain', 'look': the domain and the white label of a collection.
   */
  reason:
    | 'otherFile'
    | 'nested'
    | 'unreadable'
    | 'tooLarge'
    | 'column'
    | 'query'
    | 'feed'
    | 'rule'
    | 'sealed'
    | 'passwords'
    | 'domain'
    | 'look'
}

/** Where a file breaks off. */
export interface BrokenAt extends FilePosition {
  /** 'cutOff': it ends too early. 'damaged': what follows cannot be read. */
  reason: 'cutOff' | 'damaged' | 'tooDeep' | 'tooLarge' | 'documentType'
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
  /** Where the file breaks off; absent when it is complete. */
  broken?: BrokenAt
}

/** Returns the only event of a file that is something else than a bookmark file. */
export function toOtherFile(fileKind: FileKind): ReadingEnd {
  const counts = { links: 0, folders: 0, leftOut: 0, bad: 0, flattened: 0, unclosed: 0, lines: 0 }
  return { kind: 'end', verdict: 'notBookmarks', ...counts, fileKind }
}

export type BookmarkEvent =
  | ReadingStart
  | FolderRead
  | { kind: 'folderEnd' }
  | LinkRead
  | SkippedRow
  | InvalidRow
  | FlattenedFolder
  | PartLeftOut
  | PageRead
  | ExtraRead
  | ReadingEnd

export interface ReadingOptions {
  /** Maximum folder depth; default 100. */
  maxDepth?: number
  /** Maximum address length, in UTF-16 code units; default 8192. */
  maxAddressLength?: number
  /** Current time in milliseconds since 1970. Dates more than a day later are rejected. Default: 2100. */
  now?: number
}
