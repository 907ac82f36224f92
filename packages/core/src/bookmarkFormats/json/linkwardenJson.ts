import {
  jsonFormat,
  type JsonObject,
  rejectDamaged,
  toObjects,
  toText,
  toTexts,
  toWrittenDate,
} from './jsonFormat.ts'
import type { RowSink } from '../rowSink.ts'
import { walkTree } from '../walkTree.ts'

/**
 * The backup of Linkwarden. A collection names the one around it, which may come later or be missing. Pinned links are
 * favourites; the list of them only repeats links.
 */
export const linkwardenJson = jsonFormat({
  id: 'linkwardenJson',
  recognise: head => head.hasKeys('collections[].links[]') && head.hasKeys('collections[].name'),
  paths: ['collections[]', 'pinnedLinks[]'],
  without: [],
  open(sink) {
    const collections: { value: JsonObject; line: number }[] = []
    const pinned = new Set<string>()
    return {
      row(value, { path, line }) {
        if (path === 'collections[]') collections.push({ value, line })
        else pinned.add(toText(value.id))
      },
      *end() {
        const ids = new Set(collections.map(({ value }) => toText(value.id)))
        const inside = Map.groupBy(collections, ({ value }) => {
          const parent = toText(value.parentId)
          return ids.has(parent) && parent !== toText(value.id) ? parent : ''
        })
        const reached = new Set<JsonObject>()
        const add = (entry: Entry): readonly Entry[] | undefined => {
          if ('link' in entry) return void addLink(sink, entry.link, pinned, entry.line)
          reached.add(entry.value)
          return openCollection(sink, entry, inside.get(toText(entry.value.id)) ?? [])
        }
        yield* walkTree<Entry>(sink, inside.get('') ?? [], add)
        // Collections in each other, so that none is at the top.
        const left = collections.filter(({ value }) => !reached.has(value))
        yield* walkTree<Entry>(sink, left, entry =>
          'link' in entry
            ? void addLink(sink, entry.link, pinned, entry.line)
            : openCollection(sink, entry, []),
        )
      },
    }
  },
})

type Entry = { value: JsonObject; line: number } | { link: JsonObject; line: number }

function openCollection(
  sink: RowSink,
  { value, line }: { value: JsonObject; line: number },
  inner: readonly Entry[],
): readonly Entry[] | undefined {
  for (const feed of toObjects(value.rssSubscriptions))
    sink.leaveOut('feed', toText(feed.name) || toText(feed.url), line)
  sink.openFolder({
    name: toText(value.name),
    note: toText(value.description),
    added: toWrittenDate(value.createdAt),
    changed: toWrittenDate(value.updatedAt),
    line,
  })
  return [...inner, ...toObjects(value.links).map(link => ({ link, line }))]
}

function addLink(sink: RowSink, link: JsonObject, pinned: ReadonlySet<string>, line: number): void {
  if (rejectDamaged(sink, link, line)) return
  const address = toText(link.url)
  const title = toText(link.name)
  if (address === '' && toText(link.description) === '')
    return sink.reject('upload', { title, address, line })
  sink.row({
    address,
    title,
    note: toText(link.description),
    tags: toTexts(link.tags),
    added: toWrittenDate(link.importDate) ?? toWrittenDate(link.createdAt),
    favourite: pinned.has(toText(link.id)),
    line,
  })
}
