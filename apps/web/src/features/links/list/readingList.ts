import { type OpenList, openList } from './openList.ts'

/** The list from which the reader was opened. It is no longer rendered, but its links can still be read. */
let readingList: OpenList | null = null

/** Stores the list of the page, before the reader replaces it. */
export function keepReadingList(): void {
  readingList = openList.get()
}

/** Returns the list from which the reader was opened; null after a reload. */
export function getReadingList(): OpenList | null {
  return readingList
}
