import { csvFormat, isYes } from './csvFormat.ts'
import { splitFolders } from '../splitFolders.ts'
import { joinTexts, toHighlight } from '../writtenRow.ts'

/** The CSV of Raindrop. The folder is a path; `Unsorted` is none. Highlights are separated by line breaks. */
export const raindropCsv = csvFormat({
  id: 'raindropCsv',
  needs: ['url', 'folder'],
  recognise: ({ names }) =>
    names.includes('excerpt') || (names.includes('note') && names.includes('created')),
  open: sink => ({
    row({ get, line }) {
      const folder = get('folder').trim()
      sink.enter(folder === 'Unsorted' ? [] : splitFolders(folder), line)
      sink.row({
        address: get('url'),
        title: get('title'),
        added: get('created'),
        tags: get('tags').split(','),
        note: joinTexts(get('note'), get('excerpt')),
        favourite: isYes(get('favorite')),
        image: get('cover'),
        highlights: readHighlights(get('highlights')).map(each => toHighlight(each)),
        line,
      })
    },
  }),
})

/** Reads the highlights of a cell: blocks `Highlight:…`, `Color:…`, `Note:…`, or one a line. */
function readHighlights(cell: string): { text: string; comment: string; color: string }[] {
  const found: { text: string; comment: string; color: string }[] = []
  for (const line of cell.split(/\r?\n/)) {
    const [, name = '', value = line] = /^\s*(highlight|color|note):\s?(.*)$/i.exec(line) ?? []
    const last = found.at(-1)
    if (name.toLowerCase() === 'color' && last) last.color = value.trim()
    else if (name.toLowerCase() === 'note' && last) last.comment += value
    else if (value.trim() !== '') found.push({ text: value, comment: '', color: '' })
  }
  return found
}
