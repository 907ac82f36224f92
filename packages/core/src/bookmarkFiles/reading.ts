import { truncateText } from '../truncateText.ts'
import type {
  BookmarkEvent,
  FolderRead,
  InvalidRow,
  LinkRead,
  ReadingEnd,
  ReadingOptions,
  SkippedRow,
} from './events.ts'
import { FolderStack } from './folderStack.ts'
import { TextBuffer } from './textBuffer.ts'
import { FormatDetector } from './formatDetector.ts'
import { readFolder, readRow } from './rows.ts'
import type { Attributes, TagHandlers } from './tagStream.ts'

/** A folder heading or a link whose note and following elements are not read yet. */
interface PendingRow {
  what: 'folder' | 'link'
  attributes: Attributes
  line: number
  title: TextBuffer
  note: TextBuffer
  isUnclear: boolean
}

/** Attributes in a title, after a tag whose quotes do not match. */
const attributeInTitle = /["']\s+(?:add_date|last_modified|tags|time_added)\s*=/i

/** The number of tags without links that are read. */
const maxTags = 10_000

/** Converts tags and texts of a `TagStream` to events. `taken` returns the completed events. */
export class Reading implements TagHandlers {
  readonly #options: ReadingOptions
  readonly #kind = new FormatDetector()
  readonly #folders: FolderStack
  readonly #counts = { links: 0, folders: 0, leftOut: 0, bad: 0, flattened: 0 }
  #events: BookmarkEvent[] = []
  #pending: PendingRow | null = null
  /** The text being accumulated: of the pending row or heading, or of a heading above a list. */
  #target: 'title' | 'note' | 'heading' | null = null
  #heading = new TextBuffer()
  #headingLine = 0
  #rowOpen = false
  #rows = 0
  #separators = 0
  readonly #tags: string[] = []

  constructor(options: ReadingOptions) {
    this.#options = options
    this.#folders = new FolderStack(options.maxDepth ?? 100)
  }

  taken(): BookmarkEvent[] {
    const events = this.#events
    this.#events = []
    return events
  }

  doctype(text: string): void {
    this.#kind.doctype(text)
  }

  comment(text: string): void {
    this.#kind.comment(text)
  }

  rowInComment({ title, address, line }: { title: string; address: string; line: number }): void {
    if (!this.#kind.hasRows) return
    this.#emitPending()
    this.#emitRow({ kind: 'bad', reason: 'inComment', row: ++this.#rows, title, address, line })
  }

  get context(): 'title' | 'note' | null {
    return this.#target === 'heading' ? 'title' : this.#target
  }

  text(text: string): void {
    this.#kind.text(text)
    this.#targetText()?.raw(text)
  }

  reference(code: number): void {
    this.#targetText()?.reference(code)
  }

  open(name: string, attributes: Attributes, line: number, isUnclear: boolean): void {
    this.#kind.open(name, attributes)
    switch (name) {
      case 'meta':
        return this.#addTag(attributes)
      case 'a':
        return this.#openLink(attributes, line, isUnclear)
      case 'h3':
        if (this.#target === 'note') return this.#breakLine()
        if (this.#kind.hasFolders) this.#setPending('folder', attributes, line)
        return
      case 'h1':
      case 'h2':
        if (!this.#kind.hasFolders) this.#startHeading(line)
        return
      case 'dt':
        this.#emitPending()
        this.#rowOpen = true
        return
      case 'dd':
        this.#rowOpen = false
        this.#target = this.#pending === null ? null : 'note'
        return
      case 'dl':
        return this.#openList()
      case 'hr':
        this.#emitPending()
        if (this.#kind.hasFolders) this.#separators++
        return
      case 'ul':
      case 'ol':
        if (!this.#kind.isHeadedList) return this.#breakLine()
        this.#emitPending()
        return this.#folders.openList()
      case 'li':
        if (!this.#kind.isHeadedList) return this.#breakLine()
        this.#emitPending()
        this.#rowOpen = true
        return
      case 'br':
      case 'p':
      case 'div':
      case 'blockquote':
        return this.#breakLine()
    }
  }

  close(name: string): void {
    if (name === 'a' || name === 'h3') {
      if (this.#target === 'title') this.#target = null
    } else if (name === 'h1' || name === 'h2') {
      if (this.#target === 'heading') this.#target = null
    } else if (name === 'dd') {
      if (this.#target === 'note') this.#target = null
    } else if (name === 'dl' || (this.#kind.isHeadedList && (name === 'ul' || name === 'ol'))) {
      this.#emitPending()
      this.#rowOpen = false
      if (this.#folders.close() === 'folder') this.#events.push({ kind: 'folderEnd' })
    }
  }

  /** @param openLinkLine the line of the link tag in which the file ends; null when it ends elsewhere */
  finish(lines: number, openLinkLine: number | null = null): void {
    const cutOff = this.#toCutOff(openLinkLine)
    this.#emitPending()
    let unclosed = 0
    let hasOpenList = false
    for (let closed = this.#folders.close(); closed !== null; closed = this.#folders.close()) {
      if (closed !== 'folder') {
        hasOpenList = true
        continue
      }
      unclosed++
      this.#events.push({ kind: 'folderEnd' })
    }
    const separators = this.#separators
    const verdict: ReadingEnd['verdict'] = this.#kind.verdict()
    const { fileKind } = this.#kind
    this.#events.push({
      kind: 'end',
      verdict,
      ...this.#counts,
      unclosed,
      lines,
      ...(hasOpenList && this.#kind.hasRows && { hasOpenList }),
      ...(cutOff && { cutOff }),
      ...(this.#tags.length > 0 && this.#kind.hasRows && { tags: this.#tags }),
      ...(separators > 0 && { separators }),
      ...(fileKind && { fileKind }),
    })
  }

  #toCutOff(openLinkLine: number | null): ReadingEnd['cutOff'] {
    if (!this.#kind.hasRows) return undefined
    if (openLinkLine !== null) return { isRead: false, line: openLinkLine }
    const row = this.#target === 'title' ? this.#pending : null
    return row?.what === 'link' ? { isRead: true, line: row.line } : undefined
  }

  #targetText(): TextBuffer | null {
    if (this.#target === null) return null
    if (this.#target === 'heading') return this.#heading
    return this.#pending?.[this.#target] ?? null
  }

  #openLink(attributes: Attributes, line: number, isUnclear: boolean): void {
    if (!this.#kind.hasRows) return
    // A link inside a note is part of the note, unless it has a date, which only rows have.
    const dated = attributes.add_date !== undefined || attributes.time_added !== undefined
    if (!this.#rowOpen && !dated && this.#target === 'note') return
    this.#emitPending()
    if (this.#kind.isHeadedList && !this.#heading.isEmpty) this.#openHeading()
    this.#setPending('link', attributes, line, isUnclear)
  }

  #addTag({ nm_tag: written = '' }: Attributes): void {
    const tag = written.trim()
    if (tag !== '' && this.#tags.length < maxTags) this.#tags.push(truncateText(tag, 200))
  }

  #setPending(what: PendingRow['what'], attributes: Attributes, line: number, isUnclear = false): void {
    this.#emitPending()
    this.#pending = { what, attributes, line, title: new TextBuffer(), note: new TextBuffer(), isUnclear }
    this.#target = 'title'
    this.#rowOpen = false
  }

  #startHeading(line: number): void {
    this.#emitPending()
    this.#heading = new TextBuffer()
    this.#headingLine = line
    this.#target = 'heading'
  }

  /** Opens the folder of a headed list, at its first link. The heading above or inside the list names it. */
  #openHeading(): void {
    const title = this.#heading.asTitle()
    this.#heading = new TextBuffer()
    if (this.#folders.close() === 'folder') this.#events.push({ kind: 'folderEnd' })
    this.#openFolder(readFolder({ attributes: {}, line: this.#headingLine, title, note: '' }))
  }

  #breakLine(): void {
    if (this.#target === 'note' && this.#pending?.note.isEmpty === false) this.#pending.note.raw('\n')
  }

  /** Emits the pending row or folder, which is now complete. A folder without a following list is empty. */
  #emitPending(): void {
    const pending = this.#pending
    this.#target = null
    this.#pending = null
    if (pending === null) return
    if (pending.what === 'folder') {
      this.#openFolder(this.#toFolder(pending))
      if (this.#folders.close() === 'folder') this.#events.push({ kind: 'folderEnd' })
      return
    }
    const title = pending.title.asTitle()
    const raw = {
      ...pending,
      title,
      note: pending.note.asNote(),
      isUnclear: pending.isUnclear || attributeInTitle.test(title),
      hasSpacedTags: this.#kind.hasSpacedTags,
    }
    this.#emitRow(readRow(raw, ++this.#rows, this.#options))
  }

  #emitRow(row: LinkRead | SkippedRow | InvalidRow): void {
    this.#counts[row.kind === 'link' ? 'links' : row.kind]++
    this.#events.push(row)
  }

  #openList(): void {
    const pending = this.#pending
    if (pending?.what === 'folder') {
      this.#target = null
      this.#pending = null
      this.#openFolder(this.#toFolder(pending))
      return
    }
    this.#emitPending()
    this.#folders.openList()
  }

  #toFolder(pending: PendingRow): FolderRead {
    const raw = { ...pending, title: pending.title.asTitle(), note: pending.note.asNote() }
    return readFolder(raw, this.#options.now)
  }

  #openFolder(folder: FolderRead): void {
    if (this.#folders.openFolder() === 'folder') {
      this.#counts.folders++
      this.#events.push(folder)
    } else {
      this.#counts.flattened++
      this.#events.push({ kind: 'flattened', name: folder.name, line: folder.line })
    }
  }
}
