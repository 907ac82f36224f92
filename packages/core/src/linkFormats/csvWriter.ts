import { byteOrderMark, formatCsvRow } from '../csvCell.ts'
import { categories } from '../limits.ts'
import { formatChecklist } from './checklist.ts'
import type { LinkWriter, WrittenLink } from './linkFile.ts'

/** The columns of Raindrop, by which other programs read them, then those that only Nestmark has. */
const columns = {
  id: link => link.id,
  title: link => link.title,
  note: link => link.private_note,
  excerpt: link => link.description,
  url: link => link.address,
  folder: link => link.path.join(' / '),
  tags: link => link.tags.join(', '),
  created: link => toTime(link.created_at),
  cover: link => link.picture,
  favorite: link => String(link.favourite),
  changed: link => toTime(link.updated_at),
  type: link => categories[link.category - 1]?.tag ?? '',
  checklist: link => formatChecklist(link.checklist).join('\n'),
} as const satisfies Record<string, (link: WrittenLink) => string>

const toTime = (time: number) => new Date(time).toISOString()

/** Writes links as CSV, a row for each one. */
export function openCsvWriter(): LinkWriter {
  return {
    start: () => `${byteOrderMark}${Object.keys(columns).join(',')}\r\n`,
    folder: () => '',
    folderEnd: () => '',
    link: link => formatCsvRow(Object.values(columns).map(read => read(link))),
    end: () => '',
  }
}
