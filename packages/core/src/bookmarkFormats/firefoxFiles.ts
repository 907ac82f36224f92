import type { BookmarkFormat } from './format.ts'
import { addNode, firefoxJson, topNodes } from './json/firefoxJson.ts'
import { RowSink } from './rowSink.ts'
import { readAll } from './xml/safariPlist.ts'
import { toOtherFile } from '../bookmarkFiles/events.ts'
import type { JsonObject } from './json/jsonFormat.ts'
import { walkTree } from './walkTree.ts'

/**
 * The database of Firefox, whose reader the caller gives (`readPlaces`): it needs a file. Other databases begin with the same
 * bytes, so that only the reading shows what it is.
 */
export const firefoxPlaces: BookmarkFormat = {
  id: 'firefoxPlaces',
  isDatabase: true,
  recognise: head => head.startsWith('SQLite format 3\0'),
  async *read(bytes, options) {
    const found = (await options.readPlaces?.(bytes)) ?? null
    if (!found) return yield toOtherFile('database')
    const sink = new RowSink(options)
    const add = (node: JsonObject) => addNode(sink, node, 0)
    for (const _ of walkTree(sink, topNodes(found.root), add)) yield* sink.taken()
    sink.end(0, found.broken && { reason: found.broken, line: 0 })
    yield* sink.taken()
  },
}

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

/** The magic text of Firefox, and the length of the text in 4 bytes. */
const headerBytes = 12

/**
 * Unpacks a file of Firefox with the ending `lz4`: a header and one LZ4 block.
 * @param max the size of the result in bytes above which nothing is unpacked
 * @returns the bytes as far as the block is intact, and whether it is; null when it is too large
 */
export function unpackMozLz4(
  file: Uint8Array,
  max: number,
): { bytes: Uint8Array; isComplete: boolean } | null {
  if (file.length < headerBytes) return { bytes: new Uint8Array(0), isComplete: false }
  const size = new DataView(file.buffer, file.byteOffset).getUint32(8, true)
  if (size > max) return null
  // A length that no block of this size can have.
  const out = new Uint8Array(Math.min(size, file.length * 256))
  const end = unpackBlock(file.subarray(headerBytes), out)
  return { bytes: out.subarray(0, end), isComplete: end === size }
}

/** Unpacks an LZ4 block (lz4_Block_format.md). Returns the number of bytes written before its end or its first error. */
function unpackBlock(block: Uint8Array, out: Uint8Array): number {
  let at = 0
  let to = 0
  const length = (start: number): number => {
    let all = start
    if (start < 15) return all
    for (let more = 255; more === 255 && at < block.length; at++) all += more = block[at] ?? 0
    return all
  }
  while (at < block.length) {
    const token = block[at++] ?? 0
    const literals = length(token >> 4)
    if (at + literals > block.length || to + literals > out.length) return to
    out.set(block.subarray(at, at + literals), to)
    at += literals
    to += literals
    if (at >= block.length) return to
    const offset = (block[at] ?? 0) | ((block[at + 1] ?? 0) << 8)
    at += 2
    const copied = length(token & 15) + 4
    if (offset === 0 || offset > to || to + copied > out.length) return to
    // One by one: the copy may overlap itself.
    for (const end = to + copied; to < end; to++) out[to] = out[to - offset] ?? 0
  }
  return to
}
