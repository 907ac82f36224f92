import { escapeXml } from './xmlText.ts'

/** A book or page of a catalogue. */
export interface CatalogEntry {
  /** Unique and permanent. */
  id: string
  title: string
  /** '' when it is unknown. */
  author: string
  summary: string
  /** Where it is downloaded. */
  address: string
  mediaType: string
  /** In milliseconds since 1970. */
  updated: number
}

/** A catalogue of one collection. */
export interface Catalog {
  /** Its own address. */
  address: string
  title: string
  author: string
  updated: number
  entries: readonly CatalogEntry[]
}

/** The media type of a catalogue whose entries are downloaded. */
export const catalogType = 'application/atom+xml;profile=opds-catalog;kind=acquisition'

const toIsoDate = (at: number) => new Date(at).toISOString()

/** Returns a catalogue as an acquisition feed of OPDS 1.2. */
export function writeCatalog({ address, title, author, updated, entries }: Catalog): string {
  const items = entries.map(
    entry => `<entry><id>${escapeXml(entry.id)}</id><title>${escapeXml(entry.title)}</title><updated>${toIsoDate(entry.updated)}</updated>
${entry.author === '' ? '' : `<author><name>${escapeXml(entry.author)}</name></author>`}${entry.summary === '' ? '' : `<summary>${escapeXml(entry.summary)}</summary>`}<link rel="http://opds-spec.org/acquisition" href="${escapeXml(entry.address)}" type="${escapeXml(entry.mediaType)}"/></entry>
`,
  )
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><id>${escapeXml(address)}</id><title>${escapeXml(title)}</title><updated>${toIsoDate(updated)}</updated><author><name>${escapeXml(author)}</name></author>
<link rel="self" href="${escapeXml(address)}" type="${catalogType}"/><link rel="start" href="${escapeXml(address)}" type="${catalogType}"/>
${items.join('')}</feed>
`
}
