import type {
  BookmarkEvent,
  BrokenAt,
  ExtraRead,
  FolderRead,
  InvalidRow,
  PartLeftOut,
  ReadingEnd,
  ReadingOptions,
  RowRead,
} from '../bookmarkFiles/events.ts'
import { FolderStack } from '../bookmarkFiles/folderStack.ts'
import {
  toDate,
  toExact,
  toNote,
  toRow,
  toTitle,
  type WrittenDate,
  type WrittenPage,
  type WrittenRow,
} from './writtenRow.ts'

/** The content of a folder, as its format writes it. */
export interface WrittenFolder {
  name: string
  note?: string
  added?: WrittenDate
  changed?: WrittenDate
  favourite?: boolean
  favouriteAt?: WrittenDate
  /** Its id, when something in the file names it. */
  id?: string
  role?: FolderRead['role']
  isJoined?: boolean
  /** Nestmark wrote the texts as they are stored, so their blanks stay. */
  isExact?: boolean
  line: number
}

/** Converts what a reader finds in a file to events. `taken` returns those since the last call. */
export class RowSink {
  readonly options: ReadingOptions
  readonly #folders: FolderStack
  readonly #counts = { links: 0, folders: 0, leftOut: 0, bad: 0, flattened: 0 }
  #events: BookmarkEvent[] = []
  #rows = 0
  #separators = 0
  #depth = 0
  #tags: string[] = []
  /** The folders that `enter` has opened. */
  #path: readonly string[] = []

  constructor(options: ReadingOptions) {
    this.options = options
    this.#folders = new FolderStack(options.maxDepth ?? 100)
  }

  /** The number of events that are not taken yet. */
  get size(): number {
    return this.#events.length
  }

  taken(): BookmarkEvent[] {
    const events = this.#events
    this.#events = []
    return events
  }

  /** Adds a row: a link, a note, or one that is not imported. */
  row(written: WrittenRow): void {
    this.#add(toRow(written, ++this.#rows, this.options))
  }

  /** Adds a row that is not imported, with the reason. */
  reject(
    reason: InvalidRow['reason'],
    { title, address, line }: { title: string; address: string; line: number },
  ): void {
    const shown = {
      title: toTitle(title.slice(0, 1000)).slice(0, 200),
      address: address.trim().slice(0, 200),
    }
    this.#add({ kind: 'bad', reason, row: ++this.#rows, line, ...shown })
  }

  #add(row: RowRead): void {
    this.#counts[row.kind === 'link' ? 'links' : row.kind]++
    this.#events.push(row)
  }

  openFolder({
    name,
    note = '',
    added,
    changed,
    favourite = false,
    favouriteAt,
    id,
    role = null,
    isJoined,
    isExact = false,
    line,
  }: WrittenFolder): void {
    this.#depth++
    const shown = isExact ? toExact(name) : toTitle(name)
    if (this.#folders.openFolder() !== 'folder') {
      this.#counts.flattened++
      this.#events.push({ kind: 'flattened', name: shown, line })
      return
    }
    this.#counts.folders++
    const marked = toDate(favouriteAt, this.options.now)
    this.#events.push({
      kind: 'folder',
      line,
      name: shown,
      note: isExact ? toExact(note) : toNote(note),
      added: toDate(added, this.options.now),
      changed: toDate(changed, this.options.now),
      favourite,
      role,
      extra: {},
      ...(isJoined && { isJoined }),
      ...(marked !== null && { favouriteAt: marked }),
      ...(id !== undefined && { id }),
    })
  }

  closeFolder(): void {
    if (this.#folders.close() === 'folder') this.#events.push({ kind: 'folderEnd' })
    this.#depth--
  }

  /** Opens the folders of a path, for a file that writes the path of each row. No other folder may be open. */
  enter(path: readonly string[], line: number): void {
    let common = 0
    while (common < path.length && path[common] === this.#path[common]) common++
    for (let n = this.#path.length; n > common; n--) this.closeFolder()
    for (const name of path.slice(common)) this.openFolder({ name, line, isJoined: true })
    this.#path = path
  }

  /** Adds the highlights of a page that is no row. */
  page(page: WrittenPage): void {
    this.#events.push({ kind: 'page', ...page, title: toExact(page.title) })
  }

  /** Adds a feed, a saved search or a rule. */
  extra(read: ExtraRead): void {
    this.#events.push(read)
  }

  /** Adds a line between rows. */
  separator(): void {
    this.#separators++
  }

  /** Adds a tag that no link has. */
  tag(name: string): void {
    if (this.#tags.length < 10_000) this.#tags.push(toExact(name))
  }

  /** Names something besides the rows that is not read. */
  leaveOut(reason: PartLeftOut['reason'], name: string, line = 0, count = 1): void {
    this.#events.push({ kind: 'part', reason, name: toTitle(name).slice(0, 200), line, count })
  }

  /** Ends the reading: closes the open folders, and adds the last event. */
  end(lines: number, broken?: BrokenAt | null): void {
    let unclosed = 0
    for (; this.#depth > 0; unclosed++) this.closeFolder()
    if (broken?.reason !== 'cutOff' || this.#path.length > 0) unclosed = 0
    const end: ReadingEnd = {
      kind: 'end',
      verdict: this.#rows + this.#counts.folders + this.#counts.flattened > 0 ? 'read' : 'empty',
      ...this.#counts,
      unclosed,
      lines,
      ...(broken && { broken }),
      ...(this.#tags.length > 0 && { tags: this.#tags }),
      ...(this.#separators > 0 && { separators: this.#separators }),
    }
    this.#events.push(end)
  }
}
