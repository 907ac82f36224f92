import { csvFormat, isYes } from './csvFormat.ts'

/** The CSV in the ZIP of Matter, with two kinds of first line. Emails have no address. Tags are separated by semicolons. */
export const matterCsv = csvFormat({
  id: 'matterCsv',
  needs: ['title', 'url', 'publisher', 'in queue'],
  open: sink => ({
    row({ get, line }) {
      const title = get('title')
      const address = get('url')
      const from = [get('author'), get('publisher')].filter(each => each.trim() !== '').join(', ')
      sink.row({
        address,
        title,
        // Its text is in another file of the ZIP, so that the note has what the table says of it.
        note: address.trim() === '' ? from || title : '',
        tags: get('tags').split(';'),
        added: get('last interaction date'),
        favourite: isYes(get('favorited')),
        toRead: isYes(get('in queue')) && !isYes(get('read')),
        isArchived: !isYes(get('in queue')),
        line,
      })
    },
  }),
})
