import { Parser } from 'htmlparser2'
import { readDiigoHtml, type ReadHighlight } from './diigoHtml.ts'

/** An item of the file: a page with its highlights. */
export interface DiigoItem {
  /** Its number in the file, from 1. */
  row: number
  title: string
  address: string
  /** When it was saved, in milliseconds since 1970; null when that cannot be read. */
  date: number | null
  /** null when the item is nested too deeply. */
  highlights: ReadHighlight[] | null
}

/** Why a file is not read. */
export type DiigoError = 'notXml' | 'documentType' | 'tooDeep'

/** Feeds that have items. */
const roots = new Set(['rss', 'rdf:rdf', 'feed'])
/** The elements of an item by what they contain; RSS, Atom and RDF have different names. */
const fields: Record<string, 'title' | 'link' | 'date' | 'html'> = {
  title: 'title',
  link: 'link',
  guid: 'link',
  pubdate: 'date',
  'dc:date': 'date',
  published: 'date',
  updated: 'date',
  description: 'html',
  'content:encoded': 'html',
  content: 'html',
  summary: 'html',
}
const maxDepth = 100

/**
 * Reads the RSS export of Diigo, in which the description of an item has its highlights as HTML (HL-04). It resolves no
 * entity besides those of XML, and refuses document types (I01). Unknown elements are ignored.
 */
export class DiigoReader {
  #items: DiigoItem[] = []
  #error: DiigoError | null = null
  #row = 0
  /** Names of the open elements. */
  #open: string[] = []
  #item: Record<'title' | 'link' | 'date' | 'html', string> | null = null
  #field: 'title' | 'link' | 'date' | 'html' | undefined
  #parser = new Parser(
    {
      onprocessinginstruction: name => {
        if (name.startsWith('!')) this.#stop('documentType')
      },
      onopentag: (name, attributes) => this.#onOpen(name.toLowerCase(), attributes),
      ontext: text => {
        if (this.#item && this.#field) this.#item[this.#field] += text
      },
      onclosetag: () => this.#onClose(),
    },
    { xmlMode: true, decodeEntities: true },
  )

  /** Why the file is not read; null while it is. */
  get error(): DiigoError | null {
    return this.#error
  }

  /** Reads a piece of the text. Returns the items that it completes; none after an error. */
  write(text: string): DiigoItem[] {
    if (this.#error === null) this.#parser.write(text)
    return this.#taken()
  }

  /** Ends the reading. Returns the remaining items. */
  end(): DiigoItem[] {
    if (this.#error === null) this.#parser.end()
    if (this.#error === null && this.#open.length === 0 && !this.#hasRoot) this.#stop('notXml')
    return this.#taken()
  }

  #hasRoot = false

  #taken(): DiigoItem[] {
    const items = this.#items
    this.#items = []
    return items
  }

  #stop(error: DiigoError): void {
    this.#error ??= error
    this.#item = null
    this.#parser.pause()
  }

  #onOpen(name: string, attributes: Record<string, string>): void {
    if (this.#error !== null) return
    if (!this.#hasRoot && !roots.has(name)) return this.#stop('notXml')
    if (this.#open.length >= maxDepth) return this.#stop('tooDeep')
    this.#hasRoot = true
    this.#open.push(name)
    if (name === 'item' || name === 'entry') this.#item = { title: '', link: '', date: '', html: '' }
    else if (this.#item && this.#field === undefined) {
      const field = fields[name]
      // The first address and date count; an address of Atom is an attribute.
      const isTaken = field !== undefined && field !== 'html' && this.#item[field].trim() !== ''
      if (field === 'link' && !isTaken) this.#item.link = attributes.href ?? ''
      this.#field = isTaken ? undefined : field
    }
  }

  #onClose(): void {
    const name = this.#open.pop()
    if (name === 'item' || name === 'entry') {
      if (this.#item) this.#items.push(toItem(++this.#row, this.#item))
      this.#item = null
      this.#field = undefined
    } else if (name !== undefined && fields[name] === this.#field) this.#field = undefined
  }
}

function toItem(row: number, item: Record<'title' | 'link' | 'date' | 'html', string>): DiigoItem {
  const date = Date.parse(item.date.trim())
  return {
    row,
    title: item.title.replace(/\s+/gu, ' ').trim(),
    address: item.link.trim(),
    date: Number.isFinite(date) ? date : null,
    highlights: readDiigoHtml(item.html),
  }
}
