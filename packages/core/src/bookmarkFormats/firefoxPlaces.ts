import { toOtherFile } from '../bookmarkFiles/events.ts'
import { addNode, topNodes } from './json/firefoxJson.ts'
import type { BookmarkFormat } from './format.ts'
import type { JsonObject } from './json/jsonFormat.ts'
import { RowSink } from './rowSink.ts'
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
