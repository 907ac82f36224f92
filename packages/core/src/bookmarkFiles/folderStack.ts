/** A level of the file: an emitted folder, or a list without a folder. */
type Level = 'folder' | 'silent'

/**
 * The open lists of a file. Consecutive levels without a folder are counted as one run, so that a million nested
 * lists take no more memory than a hundred (I02).
 */
export class FolderStack {
  readonly #maxDepth: number
  readonly #runs: { level: Level; count: number }[] = []
  #depth = 0

  /** @param maxDepth maximum depth of nested folders */
  constructor(maxDepth: number) {
    this.#maxDepth = maxDepth
  }

  /**
   * Opens a folder.
   * @returns 'silent' for a folder below the deepest level, whose content is added to its parent
   */
  openFolder(): Level {
    const level = this.#depth < this.#maxDepth ? 'folder' : 'silent'
    if (level === 'folder') this.#depth++
    this.#push(level)
    return level
  }

  openList(): void {
    this.#push('silent')
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
    if (run.level === 'folder') this.#depth--
    return run.level
  }

  #push(level: Level): void {
    const run = this.#runs.at(-1)
    if (run?.level === level) run.count++
    else this.#runs.push({ level, count: 1 })
  }
}
