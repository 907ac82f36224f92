import { decodeBookmarkBytes } from './bytes.ts'
import type { BookmarkEvent, ReadingOptions } from './events.ts'
import { Reading } from './reading.ts'
import { TagStream } from './tagStream.ts'

export type {
  BookmarkEvent,
  BookmarkFolder,
  BookmarkItem,
  FolderRead,
  LinkRead,
  ReadingEnd,
  ReadingOptions,
  RowBad,
  RowLeftOut,
} from './events.ts'

// A longer piece is read in parts, so that its events need not all be held at once.
const longestPiece = 65_536

/** Reads one file. Pieces may be cut anywhere; every piece gives the events that it completes. */
export interface BookmarkReader {
  /** @returns the events completed by this piece, in the order of the file */
  write(piece: string): BookmarkEvent[]
  /** @returns what was still open, and the `end` event, which comes last */
  end(): BookmarkEvent[]
}

/**
 * Reads the bookmark files of browsers and of other bookmark services: the Netscape format and the lists of
 * Pocket and Instapaper (IO-03). Memory does not grow with the file's length or depth (I02).
 * @returns a reader; it never throws, whatever the text
 */
export function createBookmarkReader(options: ReadingOptions = {}): BookmarkReader {
  const reading = new Reading(options)
  const stream = new TagStream(reading)
  return {
    write(piece) {
      stream.write(piece)
      return reading.taken()
    },
    end() {
      stream.end()
      reading.finish(stream.lines)
      return reading.taken()
    },
  }
}

/**
 * Reads a bookmark file as events, in the order of the file.
 * @param pieces the text, cut anywhere
 * @yields folders, links and refused rows, and last the `end` event
 */
export async function* readBookmarks(
  pieces: Iterable<string> | AsyncIterable<string>,
  options: ReadingOptions = {},
): AsyncGenerator<BookmarkEvent, void, undefined> {
  const reader = createBookmarkReader(options)
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; at += longestPiece)
      yield* reader.write(piece.slice(at, at + longestPiece))
  }
  yield* reader.end()
}

/**
 * As `readBookmarks`, from the bytes of an uploaded file, whatever its encoding.
 * @param pieces the bytes, cut anywhere
 */
export function readBookmarkFile(
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  options: ReadingOptions = {},
): AsyncGenerator<BookmarkEvent, void, undefined> {
  return readBookmarks(decodeBookmarkBytes(pieces), options)
}
