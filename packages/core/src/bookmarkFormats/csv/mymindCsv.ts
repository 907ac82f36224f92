import { csvFormat } from './csvFormat.ts'
import { joinTexts } from '../writtenRow.ts'

/** The CSV of mymind. A row without an address and with a text is a note; one without both is a picture beside the table. */
export const mymindCsv = csvFormat({
  id: 'mymindCsv',
  needs: ['id', 'type', 'title', 'url', 'content', 'note', 'tags'],
  open: sink => ({
    row({ get, line }) {
      const [address, title] = [get('url'), get('title')]
      const note = joinTexts(get('content'), get('note'))
      if (address.trim() === '' && note === '')
        return sink.reject('upload', { title: title || get('id'), address, line })
      sink.row({ address, title, note, tags: get('tags').split(','), added: get('created'), line })
    },
  }),
})
