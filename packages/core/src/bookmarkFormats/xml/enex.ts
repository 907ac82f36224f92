import { htmlToText } from '../htmlToText.ts'
import { xmlFormat } from './xmlFormat.ts'

/** The ENEX of Evernote: a note with a source is a link. Its content is a document in itself. */
export const enex = xmlFormat({
  id: 'enex',
  recognise: head => head.root === 'en-export',
  open(sink) {
    let note: {
      title: string
      address: string
      note: string
      added: string
      changed: string
      tags: string[]
      line: number
    } | null = null
    return {
      open(name, _attributes, line) {
        if (name === 'note')
          note = { title: '', address: '', note: '', added: '', changed: '', tags: [], line }
      },
      close(name, text) {
        if (!note) return
        if (name === 'title') note.title = text
        else if (name === 'content')
          note.note = htmlToText(text.replace(/^\s*<\?xml[^>]{0,500}\?>|<!DOCTYPE[^>]{0,500}>/gi, ''))
        else if (name === 'created') note.added = text
        else if (name === 'updated') note.changed = text
        else if (name === 'tag') note.tags.push(text)
        else if (name === 'source-url') note.address = text.trim()
        else if (name === 'note') {
          // A note with only a title has it as its text.
          sink.row({ ...note, note: note.note || (note.address === '' ? note.title : '') })
          note = null
        }
      },
    }
  },
})
