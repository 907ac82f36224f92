import type { FolderRead } from '@nestmark/core/bookmarkFiles/events'

/**
 * Numbers the folders of a file, and knows which ones a person left out in a preview. A folder that the file writes at each
 * of its links has the number of the first time.
 */
export class LeftOutFolders {
  readonly #chosen: ReadonlySet<number>
  /** The numbers of the open folders, and whether each is left out, or in one that is. */
  readonly #open: { place: number; isOut: boolean }[] = []
  /** The first folder of each name in each folder. */
  readonly #first = new Map<string, number>()
  #count = 0
  #isFirst = false

  /** @param chosen the numbers of folders, from 1 */
  constructor(chosen: readonly number[] = []) {
    this.#chosen = new Set(chosen)
  }

  /** Opens the next folder of the file. Returns whether it is left out, or in one that is. */
  open({ name, isJoined }: FolderRead): boolean {
    const around = this.#open.at(-1)
    const key = `${around?.place ?? 0} ${name}`
    const known = this.#first.get(key)
    const count = ++this.#count
    const place = isJoined && known !== undefined ? known : count
    if (known === undefined) this.#first.set(key, place)
    const isOut = around?.isOut === true || this.#chosen.has(place)
    this.#isFirst = isOut && around?.isOut !== true
    this.#open.push({ place, isOut })
    return isOut
  }

  /** Closes the innermost folder. Returns whether it was left out. */
  close(): boolean {
    return this.#open.pop()?.isOut === true
  }

  /** The number of the innermost folder; 0 for none. */
  get place(): number {
    return this.#open.at(-1)?.place ?? 0
  }

  /** True in a folder that is left out. */
  get isInside(): boolean {
    return this.#open.at(-1)?.isOut === true
  }

  /** True when the folder that was opened last is left out, and the one around it is not. */
  get isFirst(): boolean {
    return this.#isFirst
  }
}
