import { findCsvLayout } from './csvColumns.ts'
import { csvFormat, isYes } from './csvFormat.ts'
import { joinTexts, splitFolders } from '../writtenRow.ts'

/**
 * Any table with a column of addresses, such as those of Notion or of a spreadsheet. What the columns are is guessed, and
 * may be chosen (`FormatOptions.columns`). Columns without a place are named.
 */
export const plainCsv = csvFormat({
  id: 'csv',
  needs: [],
  recognise: (_, head) => findCsvLayout(head) !== null,
  findLayout: findCsvLayout,
  open(sink, _, { columns: chosen }, layout) {
    const columns = layout?.columns ?? []
    const roles = columns.map(({ role }, at) => chosen?.[at] ?? role)
    const places = (role: string) => roles.flatMap((each, at) => (each === role ? [String(at)] : []))
    const [address, title, added, favourite] = ['address', 'title', 'added', 'favourite'].map(places)
    const [folders, notes, tags] = [places('folder'), places('note'), places('tags')]
    for (const [at, { name }] of columns.entries())
      if (roles[at] === 'none' && name !== '') sink.leaveOut('column', name.toLowerCase(), 1)
    return {
      row({ get, line }) {
        sink.enter(splitFolders(get(...folders)), line)
        sink.row({
          address: get(...(address ?? [])),
          title: get(...(title ?? [])),
          note: joinTexts(...notes.map(place => get(place))),
          tags: tags.flatMap(place => get(place).split(/[,;|]/)),
          added: get(...(added ?? [])),
          favourite: isYes(get(...(favourite ?? []))),
          line,
        })
      },
    }
  },
})
