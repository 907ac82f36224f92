import { csvFormat, type CsvRow } from './csvFormat.ts'

interface Book {
  title: string
  author: string
  line: number
  added: string
  tags: Set<string>
  texts: string[]
}

/**
 * The CSV of Readwise's highlights: a row is a highlight, and no row has an address. The highlights of a title and author
 * become one note.
 */
export const readwiseCsv = csvFormat({
  id: 'readwiseCsv',
  needs: ['highlight', 'book title', 'book author'],
  open(sink) {
    const books = new Map<string, Book>()
    return {
      row(row) {
        const { get, line } = row
        const [title, author] = [get('book title').trim(), get('book author').trim()]
        if (title === '' && get('highlight', 'note').trim() === '')
          return sink.reject('empty', { title, address: '', line })
        const key = `${title}\n${author}`
        const book: Book = books.get(key) ?? {
          title,
          author,
          line,
          added: get('highlighted at'),
          tags: new Set(),
          texts: [],
        }
        books.set(key, book)
        for (const tag of `${get('tags')},${get('document tags')}`.split(',')) book.tags.add(tag)
        book.texts.push(toQuote(row))
      },
      end() {
        for (const { title, author, texts, tags, added, line } of books.values())
          sink.row({
            address: '',
            title,
            note: [author, ...texts].filter(Boolean).join('\n\n'),
            tags: [...tags],
            added,
            line,
          })
      },
    }
  },
})

/** Returns a highlight and the comment on it as text. */
function toQuote({ get }: CsvRow): string {
  const quote = get('highlight')
    .trim()
    .split(/\r?\n/)
    .map(line => `> ${line}`)
    .join('\n')
  const note = get('note').trim()
  return note === '' ? quote : `${quote}\n${note}`
}
