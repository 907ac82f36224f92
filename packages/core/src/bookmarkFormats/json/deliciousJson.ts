import { jsonFormat, toFlag, toText, toTexts, toWrittenDate } from './jsonFormat.ts'

/** The JSON of Delicious. No tags are a list of one empty text. */
export const deliciousJson = jsonFormat({
  id: 'deliciousJson',
  recognise: head => head.hasKeys('[].url', '[].title', '[].private') && head.hasKeys('[].created'),
  paths: ['[]'],
  open: sink => ({
    row: (value, { line }) =>
      sink.row({
        address: toText(value.url),
        title: toText(value.title),
        note: toText(value.description),
        tags: toTexts(value.tags),
        added: toWrittenDate(value.created),
        isPrivate: toFlag(value.private),
        line,
      }),
  }),
})
