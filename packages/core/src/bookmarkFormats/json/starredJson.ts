import { jsonFormat, toObject, toObjects, toText } from './jsonFormat.ts'

/** The starred items of feed readers (Inoreader, FreshRSS): `canonical` or `alternate` has the address. Labels are tags. */
export const starredJson = jsonFormat({
  id: 'starredJson',
  recognise: head =>
    head.hasKeys('items[].title') &&
    (head.hasKeys('items[].alternate[].href') || head.hasKeys('items[].canonical[].href')),
  paths: ['items[]'],
  open: sink => ({
    row(value, { line }) {
      const place = toObjects(value.canonical)[0] ?? toObjects(value.alternate)[0]
      const categories = Array.isArray(value.categories) ? value.categories.map(toText) : []
      sink.row({
        address: toText(place?.href),
        title: toText(value.title),
        added: toText(value.published),
        tags: categories.flatMap(each => /^user\/.*\/label\/(.+)$/.exec(each)?.[1] ?? []),
        note: toText(toObject(value.origin).title),
        line,
      })
    },
  }),
})
