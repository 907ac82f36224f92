import type { BookmarkFormat } from './format.ts'
import { firefoxJson } from './json/firefoxJson.ts'
import { unpackMozLz4 } from './lz4.ts'
import { RowSink } from './rowSink.ts'
import { readAll } from './xml/safariPlist.ts'

/** The size of an unpacked backup in bytes, above which it is not read. */
const maxBytes = 200_000_000

/** The backup of Firefox in its folder `bookmarkbackups`: the JSON, compressed as one LZ4 block. */
export const firefoxLz4: BookmarkFormat = {
  id: 'firefoxJson',
  isCompressed: true,
  recognise: head => head.startsWith('mozLz40\0'),
  async *read(bytes, options) {
    const unpacked = unpackMozLz4(await readAll(bytes), maxBytes)
    if (unpacked?.isComplete) return yield* firefoxJson.read([unpacked.bytes], options)
    const sink = new RowSink(options)
    sink.end(0, { reason: unpacked ? 'damaged' : 'tooLarge', line: 0 })
    yield* sink.taken()
  },
}
