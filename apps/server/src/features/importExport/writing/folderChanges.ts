/**
 * Determines the last changes of the folders of a file. Folders without one, or with the same second as others, are a
 * millisecond apart, so that the order 'Last changed' is the one of the file.
 */
export class FolderChanges {
  readonly #startedAt: number
  /** How many folders had a time so far. */
  readonly #counts = new Map<number, number>()

  /** @param startedAt the time of the import, in milliseconds since 1970 */
  constructor(startedAt: number) {
    this.#startedAt = startedAt
  }

  /**
   * Returns the last change of the next folder, in milliseconds since 1970.
   * @param changed the time of the file; null and undefined without one. A time that is not a whole second is exact, and stays.
   */
  next(changed: number | null | undefined): number {
    const time = Math.min(changed ?? this.#startedAt, this.#startedAt)
    if (time !== this.#startedAt && time % 1000 !== 0) return time
    const earlier = this.#counts.get(time) ?? 0
    this.#counts.set(time, earlier + 1)
    return time - earlier
  }
}
