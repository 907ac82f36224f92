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
import { htmlToText } from '../htmlToText.ts'
import type { RowSink } from '../rowSink.ts'
import { joinTexts } from '../writtenRow.ts'

/**
 * The JSON of Karakeep (formerly Hoarder). Its lists may be behind the bookmarks, and a bookmark may be in several: the
 * first one is its folder. Smart lists are searches and have no members of their own.
 */
export const karakeepJson = jsonFormat({
  id: 'karakeepJson',
  recognise: head => head.hasKeys('bookmarks[].createdAt', 'bookmarks[].content'),
  paths: ['bookmarks[]', 'lists[]'],
  open(sink) {
    const lists = new Map<string, JsonObject>()
    const waiting: { value: JsonObject; line: number }[] = []
    return {
      row(value, { path, line }) {
        if (path === 'lists[]') lists.set(toText(value.id), value)
        else waiting.push({ value, line })
      },
      *end() {
        for (const list of lists.values())
          if (list.type === 'smart') sink.leaveOut('query', toText(list.name))
        for (const { value, line } of waiting) {
          addBookmark(sink, value, lists, line)
          if (sink.size >= 500) yield undefined
        }
      },
    }
  },
})

function addBookmark(
  sink: RowSink,
  value: JsonObject,
  lists: ReadonlyMap<string, JsonObject>,
  line: number,
): void {
  const content = toObject(value.content)
  const title = toText(value.title) || toText(content.title)
  const address = toText(content.url)
  // Uploaded files are not in the file.
  if (address === '' && toText(content.text) === '' && toText(value.note) === '')
    return sink.reject('upload', { title: title || toText(content.fileName), address, line })
  const paths = (Array.isArray(value.lists) ? value.lists : [])
    .map(id => toPath(toText(id), lists))
    .filter(path => path.length > 0)
  sink.enter(paths[0] ?? [], line)
  sink.row({
    address,
    title,
    note: joinTexts(htmlToText(toText(content.text)), toText(value.note), toText(value.summary)),
    added: toWrittenDate(value.createdAt),
    tags: toTexts(value.tags),
    favourite: toFlag(value.favourited),
    isArchived: toFlag(value.archived),
    otherFolders: paths.slice(1).map(path => path.at(-1) ?? ''),
    highlights: readHighlights(value.highlights, {
      text: 'text',
      comment: 'note',
      color: 'color',
      added: 'createdAt',
    }),
    line,
  })
}

/** Returns the names of a list and those around it; a list in itself ends the path. */
function toPath(id: string, lists: ReadonlyMap<string, JsonObject>): string[] {
  const names: string[] = []
  const seen = new Set<string>()
  for (let list = lists.get(id); list && list.type !== 'smart' && !seen.has(toText(list.id));) {
    seen.add(toText(list.id))
    names.unshift(toText(list.name) || 'Untitled')
    list = lists.get(toText(list.parentId))
  }
  return names
}
