import type { BookmarkEvent, FolderRead, ReadingEnd, ReadingOptions, RowRead } from './events.ts'

/** The number of tags without links that are read. */
const maxTags = 10_000

/** A level of the file: an emitted folder, or a list without a folder. */
type Level = 'folder' | 'silent'

/**
 * The events of a file, with their counts and the open lists. Consecutive levels without a folder are counted as one run, so
 * that a million nested lists take no more memory than a hundred (I02).
 */
export class EventList {
  readonly #maxDepth: number
  readonly #runs: { level: Level; count: number }[] = []
  readonly #counts = { links: 0, folders: 0, leftOut: 0, bad: 0, flattened: 0 }
  #events: BookmarkEvent[] = []
  #depth = 0
  /** The number of the last row. */
  rows = 0
  separators = 0
  /** The tags that no link has. */
  readonly tags: string[] = []

  constructor({ maxDepth = 100 }: ReadingOptions) {
    this.#maxDepth = maxDepth
  }

  /** The number of events that are not taken yet. */
  get size(): number {
    return this.#events.length
  }

  /** Returns the events since the last call. */
  taken(): BookmarkEvent[] {
    const events = this.#events
    this.#events = []
    return events
  }

  add(event: BookmarkEvent): void {
    this.#events.push(event)
  }

  /** Adds a tag that no link has; those above the limit are left out. */
  addTag(tag: string): void {
    if (this.tags.length < maxTags) this.tags.push(tag)
  }

  addRow(row: RowRead): void {
    this.#counts[row.kind === 'link' ? 'links' : row.kind]++
    this.add(row)
  }

  /** Opens a folder. The content of one below the deepest level is added to its parent. */
  openFolder(folder: FolderRead): void {
    if (this.#depth < this.#maxDepth) {
      this.#depth++
      this.#open('folder')
      this.#counts.folders++
      this.add(folder)
    } else {
      this.openList()
      this.#counts.flattened++
      this.add({ kind: 'flattened', name: folder.name, line: folder.line })
    }
  }

  openList(): void {
    this.#open('silent')
  }

  #open(level: Level): void {
    const run = this.#runs.at(-1)
    if (run?.level === level) run.count++
    else this.#runs.push({ level, count: 1 })
  }

  /**
   * Closes the innermost level.
   * @returns the closed level; null when none was open
   */
  close(): Level | null {
    const run = this.#runs.at(-1)
    if (run === undefined) return null
    run.count--
    if (run.count === 0) this.#runs.pop()
    if (run.level === 'folder') {
      this.#depth--
      this.add({ kind: 'folderEnd' })
    }
    return run.level
  }

  /** Adds the last event. `verdict` is 'read' when there were rows or folders. */
  end(end: Pick<ReadingEnd, 'unclosed' | 'lines'> & Partial<ReadingEnd>): void {
    const { folders, flattened } = this.#counts
    this.add({
      kind: 'end',
      verdict: this.rows + folders + flattened > 0 ? 'read' : 'empty',
      ...this.#counts,
      ...(this.tags.length > 0 && { tags: this.tags }),
      ...(this.separators > 0 && { separators: this.separators }),
      ...end,
    })
  }
}
