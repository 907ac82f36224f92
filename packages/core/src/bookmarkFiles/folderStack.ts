/** A level of the file: a folder that was given out, or one that leaves no trace. */
type Level = 'folder' | 'silent'

/**
 * The open lists of a file. Levels without a folder of their own are counted in runs, so that a file of a
 * million nested lists takes no more room than one of a hundred (I02).
 */
export class FolderStack {
  readonly #deepest: number
  readonly #runs: { level: Level; count: number }[] = []
  #depth = 0

  /** @param deepest how many folders may lie in one another */
  constructor(deepest: number) {
    this.#deepest = deepest
  }

  /** @returns 'silent' for a folder below the deepest level, whose content goes to the one above */
  openFolder(): Level {
    const level = this.#depth < this.#deepest ? 'folder' : 'silent'
    if (level === 'folder') this.#depth++
    this.#push(level)
    return level
  }

  openList(): void {
    this.#push('silent')
  }

  /** @returns what was closed; null when nothing was open */
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
