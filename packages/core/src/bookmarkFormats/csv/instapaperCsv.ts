import { csvFormat } from './csvFormat.ts'
import { parseJson } from '../../bookmarkFiles/tags.ts'

/**
 * The CSV of Instapaper, in its three generations: without and with `Timestamp` and `Tags`. `Folder` is a state or a
 * folder. `Selection` is a passage of the page, which becomes the description.
 */
export const instapaperCsv = csvFormat({
  id: 'instapaperCsv',
  needs: ['url', 'title', 'selection', 'folder'],
  open: sink => ({
    row({ get, line }) {
      const folder = get('folder').trim()
      sink.enter(states.has(folder) ? [] : [folder], line)
      sink.row({
        // A typing error of a client that many files have.
        address: get('url')
          .trim()
          .replace(/^httpss:\/\//i, 'https://'),
        title: get('title'),
        added: get('timestamp'),
        tags: readTags(get('tags')),
        note: get('selection'),
        favourite: folder === 'Starred',
        toRead: folder === 'Unread',
        isArchived: folder === 'Archive',
        line,
      })
    },
  }),
})

const states = new Set(['', 'Unread', 'Archive', 'Starred'])

/** Reads a list in a cell, which is JSON. */
function readTags(cell: string): string[] {
  const list = cell.trim().startsWith('[') ? parseJson(cell) : null
  return Array.isArray(list) ? list.map(String) : cell.split(',')
}
