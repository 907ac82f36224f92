import { jsonFormat, toText, toTexts, toWrittenDate } from './jsonFormat.ts'

/** The JSON of elCurator. */
export const elcuratorJson = jsonFormat({
  id: 'elcuratorJson',
  recognise: head => head.hasKeys('[].url', '[].title', '[].is_saved'),
  paths: ['[]'],
  open: sink => ({
    row: (value, { line }) =>
      sink.row({
        address: toText(value.url),
        title: toText(value.title),
        note: toText(value.description),
        tags: toTexts(value.tags),
        added: toWrittenDate(value.created_at),
        line,
      }),
  }),
})
