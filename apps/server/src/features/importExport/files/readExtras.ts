import type { BookmarkEvent, ExtraRead, FolderRead } from '@nestmark/core/bookmarkFiles/events'
import type { ImportedExtras } from '../writing/importExtras.ts'

/** Returns whether an event is for `ExtrasReading`. */
export const isExtra = (event: BookmarkEvent): event is ExtraRead =>
  event.kind === 'feed' || event.kind === 'search' || event.kind === 'rule'

/** Collects what a file has besides links, with the collections that it names. */
export class ExtrasReading {
  #found = none()
  /** The collections of the folders that rules name, by the ids in the file. */
  readonly #collections = new Map<string, string>()

  /** Notes the collection of a folder. */
  openFolder({ id }: FolderRead, collectionId: string): void {
    if (id !== undefined) this.#collections.set(id, collectionId)
  }

  /** @param parent the collection of the open folder; a rule follows all folders */
  add(read: ExtraRead, parent: string): void {
    if (read.kind === 'feed') this.#found.feeds.push({ ...read, collectionId: parent })
    else if (read.kind === 'search') this.#found.searches.push(read)
    else {
      const { collection } = read.actions
      const collectionId =
        collection === undefined
          ? undefined
          : collection === null
            ? parent
            : (this.#collections.get(String(collection)) ?? null)
      this.#found.rules.push({ ...read, ...(collectionId !== undefined && { collectionId }) })
    }
  }

  /** Returns what was added since the last call. */
  taken(): ImportedExtras {
    const found = this.#found
    this.#found = none()
    return found
  }
}

const none = (): ImportedExtras => ({ feeds: [], searches: [], rules: [] })
