import {
  jsonFormat,
  type JsonObject,
  readHighlights,
  toFlag,
  toObject,
  toText,
  toTexts,
  toWrittenDate,
} from './jsonFormat.ts'
import type { RowSink } from '../rowSink.ts'
import { joinTexts } from '../writtenRow.ts'

/** The number of the collection of deleted links. */
const trash = '-99'

/** The JSON of Raindrop's backups and of its API. A collection is a number; a list of collections in the file names it. */
export const raindropJson = jsonFormat({
  id: 'raindropJson',
  recognise: head =>
    (head.hasKeys('items[].link') && head.hasKeys('items[].title')) ||
    (head.hasKeys('[].link', '[].title') && (head.hasKeys('[].collection') || head.hasKeys('[].excerpt'))),
  paths: ['collections[]', 'items[]', '[]'],
  open(sink) {
    const collections = new Map<string, JsonObject>()
    const waiting: { value: JsonObject; line: number }[] = []
    return {
      row(value, { path, line }) {
        if (path === 'collections[]') collections.set(toText(value._id), value)
        else if (collections.size > 0) addItem(sink, value, collections, line)
        // Their collections may be behind them.
        else waiting.push({ value, line })
      },
      *end() {
        for (const { value, line } of waiting) {
          addItem(sink, value, collections, line)
          if (sink.size >= 500) yield undefined
        }
      },
    }
  },
})

function addItem(
  sink: RowSink,
  value: JsonObject,
  collections: ReadonlyMap<string, JsonObject>,
  line: number,
): void {
  const [address, title] = [toText(value.link), toText(value.title)]
  const id = toText(toObject(value.collection).$id ?? toObject(value.collection).oid ?? value.collectionId)
  if (id === trash || toFlag(value.removed)) return sink.reject('deleted', { title, address, line })
  sink.enter(toFolders(id, collections), line)
  sink.row({
    address,
    title,
    note: joinTexts(toText(value.note), toText(value.excerpt)),
    tags: toTexts(value.tags),
    added: toWrittenDate(value.created),
    changed: toWrittenDate(value.lastUpdate),
    image: toText(value.cover),
    favourite: toFlag(value.important),
    highlights: readHighlights(value.highlights, {
      text: 'text',
      comment: 'note',
      color: 'color',
      added: 'created',
    }),
    line,
  })
}

/** Returns the names of a collection and those around it. Negative numbers are the unsorted and the trash. */
function toFolders(id: string, collections: ReadonlyMap<string, JsonObject>): string[] {
  const names: string[] = []
  const seen = new Set<string>()
  for (let at = id; at !== '' && !at.startsWith('-') && !seen.has(at);) {
    seen.add(at)
    const found = collections.get(at)
    names.unshift(toText(found?.title) || `Collection ${at}`)
    at = toText(toObject(found?.parent).$id)
  }
  return names
}
