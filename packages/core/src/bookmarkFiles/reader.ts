import { decodeBookmarkBytes } from './bytes.ts'
import type { BookmarkEvent, ReadingOptions } from './events.ts'
import { Reading } from './reading.ts'
import { TagStream } from './tagStream.ts'

// Longer chunks are processed in parts, so that not all of their events are in memory at the same time.
const maxChunkLength = 65_536

/** Reads one file. Chunks may be split at any position; every chunk returns the events that it completes. */
export interface BookmarkReader {
  /**
   * Reads a chunk.
   * @returns the events completed by this chunk, in the order of the file
   */
  write(piece: string): BookmarkEvent[]
  /**
   * Ends the reading.
   * @returns the remaining events, and the `end` event as the last one
   */
  end(): BookmarkEvent[]
}

/**
 * Creates a reader for the bookmark files of browsers and other bookmark services: the Netscape format and the lists of
 * Pocket and Instapaper (IO-03). Memory use does not grow with the file's length or depth (I02).
 * @returns a reader, which never throws for any text
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
      reading.finish(stream.lines, stream.openLinkLine)
      return reading.taken()
    },
  }
}

/**
 * Reads the bytes of an uploaded file in any encoding as events, in the order of the file.
 * @param bytes split at any position
 * @yields folders, links and refused rows, and finally the `end` event
 */
export async function* readBookmarkFile(
  bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  options: ReadingOptions = {},
): AsyncGenerator<BookmarkEvent, void, undefined> {
  const reader = createBookmarkReader(options)
  for await (const piece of decodeBookmarkBytes(bytes)) {
    for (let at = 0; at < piece.length; at += maxChunkLength)
      yield* reader.write(piece.slice(at, at + maxChunkLength))
  }
  yield* reader.end()
}
