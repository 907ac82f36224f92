import { jsonFormat, toFlag, toText } from './jsonFormat.ts'

/** The JSON of Pinboard: `description` is the title, `extended` the description; tags are separated by blanks. */
export const pinboardJson = jsonFormat({
  id: 'pinboardJson',
  recognise: head => head.hasKeys('[].href', '[].description') && head.hasKeys('[].time'),
  paths: ['[]'],
  open: sink => ({
    row: (value, { line }) =>
      sink.row({
        address: toText(value.href),
        title: toText(value.description),
        note: toText(value.extended),
        added: toText(value.time),
        tags: toText(value.tags).split(/\s+/),
        isPrivate: value.shared !== undefined && !toFlag(value.shared),
        toRead: toFlag(value.toread),
        line,
      }),
  }),
})
