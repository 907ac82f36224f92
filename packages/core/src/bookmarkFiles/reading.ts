import type { BookmarkEvent, FolderRead, ReadingEnd, ReadingOptions } from './events.ts'
import { FolderStack } from './folderStack.ts'
import { GatheredText } from './gatheredText.ts'
import { Recognition } from './recognition.ts'
import { readFolder, readRow } from './rows.ts'
import type { Attributes, TagHandlers } from './tagStream.ts'

/** A folder's heading or a link that waits for its note and for what follows. */
interface Waiting {
  what: 'folder' | 'link'
  attributes: Attributes
  line: number
  title: GatheredText
  note: GatheredText
}

/** Makes events of tags and texts; what a `TagStream` tells goes in, and `taken` gives out what is complete. */
export class Reading implements TagHandlers {
  readonly #options: ReadingOptions
  readonly #kind = new Recognition()
  readonly #folders: FolderStack
  readonly #counts = { links: 0, folders: 0, leftOut: 0, bad: 0, flattened: 0 }
  #events: BookmarkEvent[] = []
  #waiting: Waiting | null = null
  /** The text being gathered: of the row or heading that waits, or of a heading above a list. */
  #gathering: 'title' | 'note' | 'heading' | null = null
  #heading = new GatheredText()
  #headingLine = 0
  #rowOpen = false
  #rows = 0

  constructor(options: ReadingOptions) {
    this.#options = options
    this.#folders = new FolderStack(options.deepest ?? 100)
  }

  taken(): BookmarkEvent[] {
    const events = this.#events
    this.#events = []
    return events
  }

  doctype(text: string): void {
    this.#kind.doctype(text)
  }

  text(text: string): void {
    this.#kind.text(text)
    this.#target()?.raw(text)
  }

  reference(code: number): void {
    this.#target()?.reference(code)
  }

  open(name: string, attributes: Attributes, line: number): void {
    this.#kind.open(name, attributes)
    switch (name) {
      case 'a':
        return this.#openLink(attributes, line)
      case 'h3':
        if (this.#kind.hasFolders) this.#wait('folder', attributes, line)
        return
      case 'h1':
      case 'h2':
        if (!this.#kind.hasFolders) this.#gatherHeading(line)
        return
      case 'dt':
        this.#settle()
        this.#rowOpen = true
        return
      case 'dd':
        this.#rowOpen = false
        this.#gathering = this.#waiting === null ? null : 'note'
        return
      case 'dl':
        return this.#openList()
      case 'hr':
        return this.#settle()
      case 'ul':
      case 'ol':
        if (!this.#kind.isHeadedList) return this.#breakLine()
        this.#settle()
        return this.#folders.openList()
      case 'li':
        if (!this.#kind.isHeadedList) return this.#breakLine()
        this.#settle()
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
      if (this.#gathering === 'title') this.#gathering = null
    } else if (name === 'h1' || name === 'h2') {
      if (this.#gathering === 'heading') this.#gathering = null
    } else if (name === 'dd') {
      if (this.#gathering === 'note') this.#gathering = null
    } else if (name === 'dl' || (this.#kind.isHeadedList && (name === 'ul' || name === 'ol'))) {
      this.#settle()
      this.#rowOpen = false
      if (this.#folders.close() === 'folder') this.#events.push({ kind: 'folderEnd' })
    }
  }

  finish(lines: number): void {
    this.#settle()
    let unclosed = 0
    for (let closed = this.#folders.close(); closed !== null; closed = this.#folders.close()) {
      if (closed !== 'folder') continue
      unclosed++
      this.#events.push({ kind: 'folderEnd' })
    }
    const verdict: ReadingEnd['verdict'] = this.#kind.verdict()
    this.#events.push({ kind: 'end', verdict, ...this.#counts, unclosed, lines })
  }

  #target(): GatheredText | null {
    if (this.#gathering === null) return null
    if (this.#gathering === 'heading') return this.#heading
    return this.#waiting?.[this.#gathering] ?? null
  }

  #openLink(attributes: Attributes, line: number): void {
    if (!this.#kind.hasRows) return
    // A link inside a note is part of the note, unless it is dated as only rows are.
    const dated = attributes.add_date !== undefined || attributes.time_added !== undefined
    if (!this.#rowOpen && !dated && this.#gathering === 'note') return
    this.#settle()
    if (this.#kind.isHeadedList && !this.#heading.isEmpty) this.#openHeading()
    this.#wait('link', attributes, line)
  }

  #wait(what: Waiting['what'], attributes: Attributes, line: number): void {
    this.#settle()
    this.#waiting = { what, attributes, line, title: new GatheredText(), note: new GatheredText() }
    this.#gathering = 'title'
    this.#rowOpen = false
  }

  #gatherHeading(line: number): void {
    this.#settle()
    this.#heading = new GatheredText()
    this.#headingLine = line
    this.#gathering = 'heading'
  }

  /** In a headed list the heading above or inside a list names it, and its first link makes it a folder. */
  #openHeading(): void {
    const title = this.#heading.asTitle()
    this.#heading = new GatheredText()
    if (this.#folders.close() === 'folder') this.#events.push({ kind: 'folderEnd' })
    this.#openFolder(readFolder({ attributes: {}, line: this.#headingLine, title, note: '' }))
  }

  #breakLine(): void {
    if (this.#gathering === 'note' && this.#waiting?.note.isEmpty === false) this.#waiting.note.raw('\n')
  }

  /** Gives out what waits: nothing more belongs to it. A folder that no list follows is empty. */
  #settle(): void {
    const waiting = this.#waiting
    this.#gathering = null
    this.#waiting = null
    if (waiting === null) return
    if (waiting.what === 'folder') {
      this.#openFolder(this.#folderOf(waiting))
      if (this.#folders.close() === 'folder') this.#events.push({ kind: 'folderEnd' })
      return
    }
    const raw = { ...waiting, title: waiting.title.asTitle(), note: waiting.note.asNote() }
    const row = readRow(raw, ++this.#rows, this.#options)
    this.#counts[row.kind === 'link' ? 'links' : row.kind]++
    this.#events.push(row)
  }

  #openList(): void {
    const waiting = this.#waiting
    if (waiting?.what === 'folder') {
      this.#gathering = null
      this.#waiting = null
      this.#openFolder(this.#folderOf(waiting))
      return
    }
    this.#settle()
    this.#folders.openList()
  }

  #folderOf(waiting: Waiting): FolderRead {
    const raw = { ...waiting, title: waiting.title.asTitle(), note: waiting.note.asNote() }
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
