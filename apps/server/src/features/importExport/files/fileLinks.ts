import type { BookmarkEvent } from '@nestmark/core/bookmarkFiles/events'
import type { FormatId } from '@nestmark/core/bookmarkFormats/formatId'

/** The format of `nestmark.json`, which has as many links as the library that it is of, also identical ones. */
export const ownFormat: FormatId = 'nestmarkJson'

/** Decides which links of a file get files: those of the ZIP of an export of everything. */
export class FileLinks {
  readonly #hasFiles: boolean
  readonly #ids = new Set<string>()

  /** @param hasFiles whether the files are there, too; otherwise the links keep their marks for missing ones */
  constructor(hasFiles: boolean) {
    this.#hasFiles = hasFiles
  }

  /** Returns an event of the file as the import takes it. Receives all events in their order. */
  take(event: BookmarkEvent): BookmarkEvent {
    if (event.kind !== 'link' || event.id === undefined) return event
    const { id, ...link } = event
    if (!this.#hasFiles) return link
    // A hostile file may have an id twice; the files belong to the first.
    const isFirst = !this.#ids.has(id)
    this.#ids.add(id)
    return { ...link, hasFile: false, ...(isFirst && { id }) }
  }
}
