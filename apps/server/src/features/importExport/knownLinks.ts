import type { Queries } from '../../db/db.ts'
import type { ImportedLink } from './importPrepare.ts'
import { KeySet } from './keySet.ts'
import { readLinkKeys } from './savedQuery.ts'

/** Holds the links that are already in a collection, so that none is written twice. */
export class KnownLinks {
  /** Per collection: its links by address and title. */
  #inside = new Map<string, KeySet>()

  /**
   * Returns whether an identical link (address, title and, for a note, its text) is already in the collection.
   * Otherwise records it as present.
   * @param isFresh true when the collection was created in this run, so that no database query is needed
   */
  async has(db: Queries, { collectionId, draft }: ImportedLink, isFresh: boolean): Promise<boolean> {
    let inside = this.#inside.get(collectionId)
    if (!inside)
      this.#inside.set(
        collectionId,
        (inside = new KeySet(isFresh ? [] : await readLinkKeys(db, collectionId))),
      )
    // In the form of `readLinkKeys`.
    return !inside.add(`${draft.address}\n${draft.title}\n${draft.address ? '' : draft.descr}`)
  }

  /** Frees the memory of a collection whose folder is complete: no other folder of the file maps to it. */
  forget(collectionId: string): void {
    this.#inside.delete(collectionId)
  }
}
