import { truncateText } from '../words/truncateText.ts'
import type { BookmarkEvent, FolderRead, ReadingEnd, ReadingOptions } from './events.ts'
import { EventList } from './eventList.ts'
import { LineText, TextBuffer } from './textBuffer.ts'
import { FormatDetector } from './formatDetector.ts'
import { type RawRow, readFolder, readRow } from './rows.ts'
import type { Attributes, TagHandlers } from './tagStream.ts'

/** A folder heading or a link whose note and following elements are not read yet. */
interface PendingRow extends Pick<RawRow, 'attributes' | 'line' | 'isUnclear'> {
  what: 'folder' | 'link'
  title: TextBuffer
  note: TextBuffer
}

/** Converts tags and texts of a `TagStream` to events. `taken` returns the completed events. */
export class Reading implements TagHandlers {
  readonly #options: ReadingOptions
  readonly #kind = new FormatDetector()
  readonly #events: EventList
  #pending: PendingRow | null = null
  /** The text being accumulated: of the pending row or heading, or of a heading above a list. */
  #target: 'title' | 'note' | 'heading' | null = null
  #heading = new TextBuffer()
  #headingLine = 0
  /** The text of the line before, where the file writes titles there. */
  readonly #lines = new LineText()
  /** Whether the next text is the address of the title in the line before. */
  #isAddress = false
  #rowOpen = false

  constructor(options: ReadingOptions) {
    this.#options = options
    this.#events = new EventList(options)
  }

  taken(): BookmarkEvent[] {
    return this.#events.taken()
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
    this.#events.addRow({ kind: 'bad', reason: 'inComment', row: ++this.#events.rows, title, address, line })
  }

  get context(): 'title' | 'note' | null {
    return this.#target === 'heading' ? 'title' : this.#target
  }

  get hasPlainRows(): boolean {
    return this.#kind.isIndented
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
        if (this.#kind.hasFolders) this.#events.separators++
        return
      case 'ul':
      case 'ol':
        if (!this.#kind.isHeadedList) return this.#breakLine()
        this.#emitPending()
        return this.#events.openList()
      case 'li':
        if (!this.#kind.isHeadedList) return this.#breakLine()
        this.#emitPending()
        this.#rowOpen = true
        return
      case 'b':
        if (this.#kind.isIndented) this.#startHeading(line)
        return
      case 'i':
        this.#isAddress = this.#kind.isIndented
        return
      case 'div':
        if (!this.#isAddress) this.#lines.endLine()
        return this.#kind.isIndented ? this.#openIndented(line) : this.#breakLine()
      case 'br':
        this.#lines.endLine()
        return this.#breakLine()
      case 'p':
      case 'blockquote':
        return this.#breakLine()
    }
  }

  close(name: string): void {
    if (name === 'a' || name === 'h3') {
      if (this.#target === 'title') this.#target = null
    } else if (name === 'h1' || name === 'h2' || name === 'b') {
      if (this.#target === 'heading') this.#target = null
    } else if (name === 'dd') {
      if (this.#target === 'note') this.#target = null
    } else if (name === 'dl' || (this.#kind.isHeadedList && (name === 'ul' || name === 'ol'))) {
      this.#closeList()
    } else if (name === 'div' && this.#kind.isIndented) {
      if (this.#isAddress) this.#endAddress()
      else this.#closeList()
    } else if (name === 'i') this.#isAddress = false
  }

  #closeList(): void {
    this.#emitPending()
    this.#rowOpen = false
    this.#events.close()
  }

  /** @param openLinkLine the line of the link tag in which the file ends; null when it ends elsewhere */
  finish(lines: number, openLinkLine: number | null = null): void {
    const cutOff = this.#toCutOff(openLinkLine)
    this.#emitPending()
    let unclosed = 0
    let hasOpenList = false
    for (let closed = this.#events.close(); closed !== null; closed = this.#events.close()) {
      if (closed === 'folder') unclosed++
      else hasOpenList = true
    }
    const { fileKind, hasRows } = this.#kind
    if (!hasRows) this.#events.tags.length = 0
    this.#events.end({
      verdict: this.#kind.verdict(),
      unclosed,
      lines,
      ...(hasOpenList && hasRows && { hasOpenList }),
      ...(cutOff && { cutOff }),
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
    if (this.#target === null) return this.#kind.hasFolders ? null : this.#lines.current
    if (this.#target === 'heading') return this.#heading
    return this.#pending?.[this.#target] ?? null
  }

  #openLink(attributes: Attributes, line: number, isUnclear: boolean): void {
    if (!this.#kind.hasRows) return
    // A link inside a note is part of the note, unless it has a date, which only rows have.
    const dated = attributes.add_date !== undefined || attributes.time_added !== undefined
    if (!this.#rowOpen && !dated && this.#target === 'note') return
    this.#emitPending()
    if (this.#kind.isHeadedList && !this.#heading.isEmpty) {
      this.#events.close()
      this.#openHeading()
    }
    this.#setPending('link', attributes, line, isUnclear)
  }

  #addTag({ nm_tag: written = '' }: Attributes): void {
    const tag = written.trim()
    if (tag !== '') this.#events.addTag(truncateText(tag, 200))
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

  /** Opens the section below a heading, or the address below a title. */
  #openIndented(line: number): void {
    if (this.#isAddress) return this.#setPending('link', {}, line)
    this.#emitPending()
    this.#openHeading()
  }

  #endAddress(): void {
    if (this.#pending === null) return
    this.#pending.attributes = { href: this.#pending.title.asTitle() }
    this.#pending.title = this.#lines.previous
    this.#lines.endLine()
    this.#emitPending()
  }

  /** Opens the folder that the heading names: of a list at its first link, which the heading is above or inside. */
  #openHeading(): void {
    const title = this.#heading.asTitle()
    this.#heading = new TextBuffer()
    this.#events.openFolder(readFolder({ attributes: {}, line: this.#headingLine, title, note: '' }))
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
      this.#events.openFolder(this.#readFolder(pending))
      this.#events.close()
      return
    }
    const raw = { ...toRaw(pending), hasSpacedTags: this.#kind.hasSpacedTags }
    this.#events.addRow(readRow(raw, ++this.#events.rows, this.#options))
  }

  #readFolder(pending: PendingRow): FolderRead {
    return readFolder(toRaw(pending), this.#options.now)
  }

  #openList(): void {
    const pending = this.#pending
    if (pending?.what === 'folder') {
      this.#target = null
      this.#pending = null
      this.#events.openFolder(this.#readFolder(pending))
      return
    }
    this.#emitPending()
    this.#events.openList()
  }
}

const toRaw = (pending: PendingRow): RawRow => ({
  ...pending,
  title: pending.title.asTitle(),
  note: pending.note.asNote(),
})
