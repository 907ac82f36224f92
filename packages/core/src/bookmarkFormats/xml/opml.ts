import { decodeReferences } from '../../bookmarkFiles/references.ts'
import { xmlFormat } from './xmlFormat.ts'

/** OPML: an outline with an address is a link, of a feed that of its page; any other one is a folder. */
export const opml = xmlFormat({
  id: 'opml',
  recognise: head => head.root === 'opml',
  open(sink) {
    const open: ('folder' | 'row')[] = []
    return {
      open(name, attributes, line) {
        if (name !== 'outline') return
        const get = (key: string) => attributes[key] ?? attributes[key.toLowerCase()] ?? ''
        const feed = get('xmlUrl')
        const page = get('htmlUrl') || get('url')
        // Old programs escape twice.
        const title = decodeReferences(get('title') || get('text'))
        const isRow = feed !== '' || page !== '' || get('type') === 'link' || get('type') === 'rss'
        open.push(isRow ? 'row' : 'folder')
        if (!isRow)
          return sink.openFolder({ name: title, note: get('description'), added: get('created'), line })
        sink.row({
          address: page,
          title,
          feed,
          note: get('description'),
          tags: get('category')
            .split(',')
            .map(tag => tag.replace(/^\//, '')),
          added: get('created'),
          line,
        })
      },
      close(name) {
        if (name === 'outline' && open.pop() === 'folder') sink.closeFolder()
      },
    }
  },
})
