import { jsonFormat, rejectDamaged, toObjects, toText, toWrittenDate } from './jsonFormat.ts'

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
