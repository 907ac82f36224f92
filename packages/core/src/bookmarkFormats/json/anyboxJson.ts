import { splitFolders } from '../splitFolders.ts'
import { jsonFormat, toFlag, toText, toTexts, toWrittenDate } from './jsonFormat.ts'

/** The JSON of Anybox: a list of links, alone or below `links`. */
export const anyboxJson = jsonFormat({
  id: 'anyboxJson',
  recognise: head =>
    head.hasKeys('[].url', '[].dateAdded') || head.hasKeys('links[].url', 'links[].dateAdded'),
  paths: ['[]', 'links[]'],
  open: sink => ({
    row(value, { line }) {
      sink.enter(splitFolders(toText(value.folder)), line)
      sink.row({
        address: toText(value.url),
        title: toText(value.title),
        note: toText(value.description),
        tags: toTexts(value.tags),
        added: toWrittenDate(value.dateAdded),
        favourite: toFlag(value.starred),
        line,
      })
    },
  }),
})
