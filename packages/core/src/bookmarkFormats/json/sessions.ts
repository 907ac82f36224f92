import {
  isObject,
  jsonFormat,
  rejectDamaged,
  toObject,
  toObjects,
  toText,
  toTexts,
  toWrittenDate,
} from './jsonFormat.ts'

/** The JSON of Session Buddy: a session is a folder, and each of its windows, where it has several, is one in it. */
export const sessionBuddyJson = jsonFormat({
  id: 'sessionBuddyJson',
  recognise: head => head.hasKeys('sessions[].windows[]') || head.hasKeys('collections[].folders[]'),
  paths: ['sessions[]', 'collections[]'],
  without: [],
  open: sink => ({
    row(value, { line }) {
      // Newer versions call sessions collections, windows folders and tabs links.
      const windows = toObjects(value.windows ?? value.folders)
      const added = toWrittenDate(value.created)
      sink.openFolder({ name: toText(value.name) || toText(value.title), added, line })
      for (const [at, window] of windows.entries()) {
        if (windows.length > 1) sink.openFolder({ name: toText(window.title) || `Window ${at + 1}`, line })
        for (const tab of toObjects(window.tabs ?? window.links))
          if (!rejectDamaged(sink, tab, line))
            sink.row({ address: toText(tab.url), title: toText(tab.title), added, line })
        if (windows.length > 1) sink.closeFolder()
      }
      sink.closeFolder()
    },
  }),
})

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

/** The JSON of Toby: a list is a folder, and its labels are tags of its links. Texts that a person wrote replace those of the page. */
export const tobyJson = jsonFormat({
  id: 'tobyJson',
  recognise: head => head.hasKeys('lists[].cards[]'),
  paths: ['lists[]'],
  without: [],
  open: sink => ({
    row(value, { line }) {
      sink.openFolder({ name: toText(value.title), line })
      for (const card of toObjects(value.cards))
        if (!rejectDamaged(sink, card, line))
          sink.row({
            address: toText(card.url),
            title: toText(card.customTitle) || toText(card.title),
            note: toText(card.customDescription) || toText(card.description),
            tags: [...toTexts(value.labels, 'title'), ...toTexts(card.labels, 'title')],
            line,
          })
      sink.closeFolder()
    },
  }),
})
