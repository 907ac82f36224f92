import type { Queries } from '../../../db/db.ts'
import { newId } from '../../../db/newId.ts'
import { foldersInside, type NewFolder } from './folderStore.ts'

/**
 * Finds the collection for each folder of a file, so that the same file maps to the same collections again: the
 * second folder 'Recipes' of a parent maps to the second collection of that name there, and so on.
 */
export class FolderMap {
  /** Per parent: name → ids of its collections, in order. Loaded on the first use of a parent. */
  #inside = new Map<string, Map<string, string[]>>()
  /** Per parent: name → number of folders of that name in the file so far. */
  #met = new Map<string, Map<string, number>>()
  /** Collections created in this run, which contain no links yet. */
  readonly fresh = new Set<string>()
  waiting: NewFolder[] = []
  readonly #withKeys: boolean
  readonly #isApart: boolean

  /**
   * @param withKeys whether folders map to collections with a key; otherwise another one is created beside them
   * @param isApart whether folders map only to collections of this run
   */
  constructor(withKeys: boolean, isApart = false) {
    this.#withKeys = withKeys
    this.#isApart = isApart
  }

  /**
   * Returns the collection for the file's next folder of this name in `parent`; creates a missing one.
   * @param isJoined the folder is the same as the one before it
   */
  async find(
    db: Queries,
    folder: Omit<NewFolder, 'id'>,
    isJoined = false,
  ): Promise<{ id: string; isNew: boolean }> {
    const met = upsert(this.#met, folder.parent, () => new Map<string, number>())
    const nth = isJoined ? 0 : (met.get(folder.name) ?? 0)
    met.set(folder.name, nth + 1)
    const inside = await this.#load(db, folder.parent)
    const ids = upsert(inside, folder.name, () => [])
    const existing = ids[nth]
    if (existing !== undefined) return { id: existing, isNew: false }
    const id = newId()
    ids.push(id)
    this.fresh.add(id)
    this.waiting.push({ ...folder, id })
    return { id, isNew: true }
  }

  async #load(db: Queries, parent: string): Promise<Map<string, string[]>> {
    const known = this.#inside.get(parent)
    if (known) return known
    const names = new Map<string, string[]>()
    if (!this.#isApart && !this.fresh.has(parent)) {
      const rows = await foldersInside(db, parent, this.#withKeys)
      for (const row of rows) upsert(names, row.name, () => []).push(row.id)
    }
    this.#inside.set(parent, names)
    return names
  }

  /** Returns the collections created since the last call, to be written. */
  taken(): NewFolder[] {
    const made = this.waiting
    this.waiting = []
    return made
  }
}

function upsert<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key)
  if (value === undefined) map.set(key, (value = make()))
  return value
}

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
