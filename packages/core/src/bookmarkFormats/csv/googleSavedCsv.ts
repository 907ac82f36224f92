import { csvFormat } from './csvFormat.ts'
import { joinTexts } from '../writtenRow.ts'

/** A list of Google's saved places and pages, from Takeout. The name of the file in the ZIP is that of the list. */
export const googleSavedCsv = csvFormat({
  id: 'googleSavedCsv',
  needs: ['title', 'note', 'url', 'comment'],
  open: (sink, _columns, { fileName }) => ({
    row({ get, line }) {
      if (get('title', 'url', 'note', 'comment') === '') return
      sink.enter(fileName ? [fileName] : [], line)
      sink.row({
        address: get('url'),
        title: get('title'),
        note: joinTexts(get('note'), get('comment')),
        tags: get('tags').split(','),
        line,
      })
    },
  }),
})
