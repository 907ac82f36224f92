import { createBookmarkDecoder } from '@nestmark/core/bookmarkFiles/bytes'
import type { BookmarkEvent } from '@nestmark/core/bookmarkFiles/events'
import { createBookmarkReader } from '@nestmark/core/bookmarkFiles/reader'
import { transferTexts } from '@nestmark/texts/importExport'
import { refuse } from '../../access/refuse.ts'

/**
 * Checks the beginning of a file, so that a picture or a web page is refused immediately instead of by a failed
 * job.
 */
export function createFileCheck() {
  const decoder = createBookmarkDecoder()
  const reader = createBookmarkReader()
  const enough = 1024 * 1024
  let seen = 0
  let rows = 0
  const count = (events: readonly BookmarkEvent[]) => {
    for (const event of events) if ('row' in event) rows = event.row
  }
  return {
    write(bytes: Uint8Array) {
      if (seen < enough) count(reader.write(decoder.write(bytes)))
      seen += bytes.length
    },
    /**
     * @returns the number of links, or Infinity when the file is too large to count
     * @throws Refused when there is no file, or when it is not a bookmark file
     */
    end(): number {
      if (seen === 0) refuse('transfer.noFile')
      if (seen > enough) return Infinity
      count(reader.write(decoder.end()))
      const events = reader.end()
      count(events)
      const last = events.at(-1)
      if (last?.kind === 'end' && last.verdict === 'notBookmarks')
        refuse('transfer.notBookmarks', last.fileKind && { sentence: transferTexts.otherFile(last.fileKind) })
      return rows
    },
  }
}
