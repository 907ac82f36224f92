import { csvFormat, isYes } from './csvFormat.ts'
import { splitFolders } from './splitFolders.ts'
import { joinTexts } from './writtenRow.ts'

const columns = {
  address: [
    'url',
    'link',
    'href',
    'address',
    'permalink',
    'uri',
    'web address',
    'source',
    'link url',
    'page url',
  ],
  title: ['title', 'name', 'page title', 'label'],
  note: ['description', 'desc', 'note', 'notes', 'comment', 'excerpt', 'summary', 'text', 'selection'],
  tags: ['tags', 'tag', 'labels', 'keywords', 'categories'],
  folder: ['folder', 'collection', 'list', 'category', 'path', 'group'],
  added: [
    'created',
    'created_at',
    'created at',
    'added',
    'date added',
    'added at',
    'date',
    'time_added',
    'timestamp',
    'saved at',
    'saved',
  ],
  favourite: ['favorite', 'favourite', 'starred', 'important'],
} as const
const known = new Set<string>(Object.values(columns).flat())

/**
 * Any table with a column for addresses whose other columns have usual names, such as those of Notion. Columns without a
 * place are named.
 */
export const plainCsv = csvFormat({
  id: 'csv',
  needs: [],
  recognise: ({ names }) => columns.address.some(name => names.includes(name)),
  open(sink, { names }) {
    for (const name of names) if (name !== '' && !known.has(name)) sink.leaveOut('column', name, 1)
    return {
      row({ get, line }) {
        sink.enter(splitFolders(get(...columns.folder)), line)
        const tags = get(...columns.tags)
        sink.row({
          address: get(...columns.address),
          title: get(...columns.title),
          note: joinTexts(...columns.note.map(name => get(name))),
          tags: tags.split(/[,;|]/),
          added: get(...columns.added),
          favourite: isYes(get(...columns.favourite)),
          line,
        })
      },
    }
  },
})
