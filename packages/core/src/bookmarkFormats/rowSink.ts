import type {
  BookmarkEvent,
  BrokenAt,
  ExtraRead,
  FolderRead,
  InvalidRow,
  PartLeftOut,
  ReadingOptions,
} from '../bookmarkFiles/events.ts'
import { EventList } from '../bookmarkFiles/eventList.ts'
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
  readonly #events: EventList
  /** The folders that `enter` has opened. */
  #path: readonly string[] = []

  constructor(options: ReadingOptions) {
    this.options = options
    this.#events = new EventList(options)
  }

  /** The number of events that are not taken yet. */
  get size(): number {
    return this.#events.size
  }

  taken(): BookmarkEvent[] {
    return this.#events.taken()
  }

  /** Adds a row: a link, a note, or one that is not imported. */
  row(written: WrittenRow): void {
    this.#events.addRow(toRow(written, ++this.#events.rows, this.options))
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
    this.#events.addRow({ kind: 'bad', reason, row: ++this.#events.rows, line, ...shown })
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
    const marked = toDate(favouriteAt, this.options.now)
    this.#events.openFolder({
      kind: 'folder',
      line,
      name: isExact ? toExact(name) : toTitle(name),
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
    this.#events.close()
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
    this.#events.add({ kind: 'page', ...page, title: toExact(page.title) })
  }

  /** Adds a feed, a saved search or a rule. */
  extra(read: ExtraRead): void {
    this.#events.add(read)
  }

  /** Adds a line between rows. */
  separator(): void {
    this.#events.separators++
  }

  /** Adds a tag that no link has. */
  tag(name: string): void {
    this.#events.addTag(toExact(name))
  }

  /** Names something besides the rows that is not read. */
  leaveOut(reason: PartLeftOut['reason'], name: string, line = 0, count = 1): void {
    this.#events.add({ kind: 'part', reason, name: toTitle(name).slice(0, 200), line, count })
  }

  /** Ends the reading: closes the open folders, and adds the last event. */
  end(lines: number, broken?: BrokenAt | null): void {
    let unclosed = 0
    while (this.#events.close() !== null) unclosed++
    if (broken?.reason !== 'cutOff' || this.#path.length > 0) unclosed = 0
    this.#events.end({ unclosed, lines, ...(broken && { broken }) })
  }
}
