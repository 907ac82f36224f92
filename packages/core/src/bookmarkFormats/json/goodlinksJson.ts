import { jsonFormat, toFlag, toObjects, toText, toTexts, toWrittenDate } from './jsonFormat.ts'
import { toHighlight } from '../writtenRow.ts'

/** The JSON of GoodLinks. A link without `readAt` is unread. */
export const goodlinksJson = jsonFormat({
  id: 'goodlinksJson',
  recognise: head => head.hasKeys('[].url', '[].addedAt'),
  paths: ['[]'],
  open: sink => ({
    row: (value, { line }) =>
      sink.row({
        address: toText(value.url),
        title: toText(value.title),
        note: toText(value.summary),
        tags: toTexts(value.tags),
        added: toWrittenDate(value.addedAt),
        favourite: toFlag(value.starred),
        toRead: 'readAt' in value && !value.readAt,
        highlights: toObjects(value.highlights).map(each =>
          toHighlight({
            text: toText(each.content),
            comment: toText(each.note),
            added: toWrittenDate(each.time),
          }),
        ),
        line,
      }),
  }),
})
