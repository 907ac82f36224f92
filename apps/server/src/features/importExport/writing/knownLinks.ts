import type { Queries } from '../../../db/db.ts'
import type { ImportedLink } from './importPrepare.ts'
import { KeySet } from '../files/keySet.ts'
import { readLinkKeys } from './savedQuery.ts'

/** Holds the links that are already in a collection, so that none is written twice. */
export class KnownLinks {
  /** Per collection: its links by address and title. */
  #inside = new Map<string, KeySet>()
  /** Per collection: the links of the file so far, where each of several identical ones counts. */
  #read = new Map<string, KeySet>()

  /**
   * Returns whether an identical link (address, title and, for a note, its text) is already in the collection.
   * Otherwise records it as present.
   * @param given `isFresh`: the collection was created in this run, so that no database query is needed; `countsTwins`: the
   * second of two identical links of the file is there only when the collection has two
   */
  async has(
    db: Queries,
    { collectionId, draft }: ImportedLink,
    { isFresh, countsTwins = false }: { isFresh: boolean; countsTwins?: boolean },
  ): Promise<boolean> {
    let inside = this.#inside.get(collectionId)
    if (!inside) {
      const keys = isFresh ? [] : await readLinkKeys(db, collectionId)
      inside = new KeySet()
      for (const key of keys)
        if (countsTwins) addNumbered(inside, key)
        else inside.add(key)
      this.#inside.set(collectionId, inside)
    }
    // In the form of `readLinkKeys`.
    const key = `${draft.address}\n${draft.title}\n${draft.address ? '' : draft.descr}`
    if (!countsTwins) return !inside.add(key)
    let read = this.#read.get(collectionId)
    if (!read) this.#read.set(collectionId, (read = new KeySet()))
    return !inside.add(addNumbered(read, key))
  }

  /** Frees the memory of a collection whose folder is complete: no other folder of the file maps to it. */
  forget(collectionId: string): void {
    this.#inside.delete(collectionId)
    this.#read.delete(collectionId)
  }
}

/** Of more identical links in one collection, the others count as one. */
const maxTwins = 1000

/** Adds a key with the number of those before it. Returns both. */
function addNumbered(keys: KeySet, key: string): string {
  let number = 0
  while (!keys.add(`${key}\n${number}`) && number < maxTwins) number++
  return `${key}\n${number}`
}
