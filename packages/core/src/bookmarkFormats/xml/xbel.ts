import type { RowSink } from '../rowSink.ts'
import { type XmlReader, xmlFormat } from './xmlFormat.ts'
import type { WrittenRow } from '../writtenRow.ts'

/** XBEL, of KDE, Falkon, floccus and others. */
export const xbel = xmlFormat({
  id: 'xbel',
  recognise: head =>
    head.root === 'xbel' || (head.root === 'bookmarks' && /xmlns="[^"]*xbel/i.test(head.text)),
  open: sink => new XbelReader(sink),
})

type Attributes = Readonly<Record<string, string>>

/** Opens a folder when its title and description are read: they are before what is in it. */
class XbelReader implements XmlReader {
  readonly #sink: RowSink
  #row: WrittenRow | null = null
  #folder: { name: string; note: string; added: string; changed: string; line: number } | null = null
  readonly #names: string[] = []

  constructor(sink: RowSink) {
    this.#sink = sink
  }

  open(name: string, attributes: Attributes, line: number): void {
    this.#names.push(name)
    if (name === 'folder') {
      this.#openFolder()
      this.#folder = { name: '', note: '', ...toDates(attributes), line }
    } else if (name === 'bookmark') {
      this.#openFolder()
      this.#row = {
        address: attributes.href ?? '',
        title: '',
        note: '',
        // buku writes its tags here.
        tags: (attributes.TAGS ?? attributes.tags ?? '').split(','),
        ...toDates(attributes),
        line,
      }
    } else if (name === 'separator') {
      this.#openFolder()
      this.#sink.separator()
    }
  }

  close(name: string, text: string): void {
    this.#names.pop()
    const around = this.#names.at(-1)
    if (name === 'title' || name === 'desc') this.#takeText(name, text, around)
    else if (name === 'bookmark' && this.#row) {
      this.#sink.row(this.#row)
      this.#row = null
    } else if (name === 'folder') {
      this.#openFolder()
      this.#sink.closeFolder()
    }
  }

  #takeText(name: 'title' | 'desc', text: string, around: string | undefined): void {
    if (around === 'bookmark' && this.#row) this.#row[name === 'title' ? 'title' : 'note'] = text
    else if (around === 'folder' && this.#folder) this.#folder[name === 'title' ? 'name' : 'note'] = text
  }

  #openFolder(): void {
    if (this.#folder) this.#sink.openFolder(this.#folder)
    this.#folder = null
  }
}

function toDates({ added = '', modified = '' }: Attributes): { added: string; changed: string } {
  return { added, changed: modified }
}
