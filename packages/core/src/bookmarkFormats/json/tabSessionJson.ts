import {
  isObject,
  jsonFormat,
  rejectDamaged,
  toObject,
  toText,
  toTexts,
  toWrittenDate,
} from './jsonFormat.ts'

/** The JSON of Tab Session Manager: a session is a folder, and each of its windows, where it has several, is one in it. */
export const tabSessionJson = jsonFormat({
  id: 'tabSessionJson',
  recognise: head => head.hasKeys('[].windows', '[].date'),
  paths: ['[]'],
  without: [],
  open: sink => ({
    row(value, { line }) {
      const windows = Object.values(toObject(value.windows)).filter(isObject)
      const added = toWrittenDate(value.date)
      sink.openFolder({ name: toText(value.name), added, line })
      for (const [at, window] of windows.entries()) {
        if (windows.length > 1) sink.openFolder({ name: `Window ${at + 1}`, line })
        for (const tab of Object.values(window).filter(isObject))
          if (!rejectDamaged(sink, tab, line))
            sink.row({
              address: toText(tab.url),
              title: toText(tab.title),
              added: toWrittenDate(tab.lastAccessed) ?? added,
              tags: toTexts(value.tag),
              line,
            })
        if (windows.length > 1) sink.closeFolder()
      }
      sink.closeFolder()
    },
  }),
})
