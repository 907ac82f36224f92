import type { LibraryCollection, LibraryLink } from '../libraryFile/schema.ts'

/** What a file of links begins with. */
export interface LinkFileHead {
  /** The name of the collection, or of what was chosen. */
  title: string
  /** The address of the server, without a slash at the end. */
  server: string
  /** In milliseconds since 1970. */
  at: number
  /** All collections of the file, each after the one above it. */
  collections: readonly LibraryCollection[]
  /** The tags that no link has. */
  tags?: readonly string[]
  /** The number of encrypted links that the file leaves out. Files of rows, CSV and addresses, have no place for it. */
  encrypted?: number
}

/** A link of the file. Texts are plain text. */
export interface WrittenLink extends LibraryLink {
  /** The names of its collections, the outermost first. */
  path: readonly string[]
  /** Its page on the server, for notes without an address. */
  page: string
  /** Its picture is the cover of its collection. */
  isCover: boolean
  /** It has uploaded files, which are not in the file. */
  hasFile: boolean
}

/**
 * Writes a file of links, piece by piece: the start, then collections with their links inside in order, then the end. A flat
 * list has links only. Nothing is buffered.
 */
export interface LinkWriter {
  start(): string
  /** Opens a collection. @param depth the number of open ones */
  folder(folder: LibraryCollection, depth: number): string
  /** Closes the innermost open collection. @param depth the number of those that stay open */
  folderEnd(depth: number): string
  link(link: WrittenLink, depth: number): string
  end(): string
}
