import type { Queries } from '../../db/db.ts'
import type { ImportedLink } from './importPrepare.ts'
import { readLinkKeys } from './savedQuery.ts'

/** Holds the links that are already in a collection, so that none is written twice. */
export class KnownLinks {
  /** Per collection: its links by address and title. */
  #inside = new Map<string, Set<string>>()

  /**
   * Returns whether an identical link (address, title and, for a note, its text) is already in the collection.
   * Otherwise records it as present.
   * @param isFresh true when the collection was created in this run, so that no database query is needed
   */
  async has(db: Queries, { collectionId, draft }: ImportedLink, isFresh: boolean): Promise<boolean> {
    let inside = this.#inside.get(collectionId)
    if (!inside)
      this.#inside.set(collectionId, (inside = isFresh ? new Set() : await readLinkKeys(db, collectionId)))
    // In the form of `readLinkKeys`.
    const key = `${draft.address}\n${draft.title}\n${draft.address ? '' : draft.descr}`
    if (inside.has(key)) return true
    inside.add(key)
    return false
  }

  /** Frees the memory of a collection whose folder is complete: no other folder of the file maps to it. */
  forget(collectionId: string): void {
    this.#inside.delete(collectionId)
  }
}
