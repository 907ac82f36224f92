import { csvFormat } from './csvFormat.ts'

/**
 * The CSV of Readwise Reader. Tags are a list as Python writes it. Items of feeds, which nobody saved, are left out.
 */
export const readerCsv = csvFormat({
  id: 'readerCsv',
  needs: ['title', 'url', 'document tags', 'saved date', 'location'],
  open: sink => ({
    row({ get, line }) {
      const place = get('location').trim().toLowerCase()
      const [title, address] = [get('title'), get('url')]
      if (place === 'feed') return sink.reject('unsaved', { title, address, line })
      sink.row({
        address,
        title,
        tags: readList(get('document tags')),
        added: get('saved date'),
        isArchived: place === 'archive',
        toRead: place === 'new' || place === 'later' || place === 'shortlist',
        line,
      })
    },
  }),
})

/** Returns the texts of a list as Python writes it, `['a', "b's"]`; or of a text between commas. */
function readList(cell: string): string[] {
  if (!cell.trim().startsWith('[')) return cell.split(',')
  // Longer lists are none: an open quote would take long.
  return [...cell.slice(0, 20_000).matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g)].map(
    ([, single, double]) => (single ?? double ?? '').replaceAll(/\\(.)/g, '$1'),
  )
}
