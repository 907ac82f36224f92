import type { Generated } from 'kysely'
import type { Declarations } from './tableDeclaration.ts'

/** A page on which a person has highlights; deleted with the last of them. */
export interface HighlightPageRow {
  id: string
  owner_id: string
  /** SHA-256 of `highlightsKey` of the address; of an encrypted link, 'link:' with its id. */
  page_key: string
  /** The encrypted link whose page it is; null for a page with an address. */
  link_id: string | null
  /** '' for an encrypted link, as is the title. */
  address: string
  title: string
  /** The number and the size of its highlights: see `HighlightRow`. */
  count: Generated<number>
  size: Generated<number>
  /** When its first and its newest highlight were made. */
  created_at: number
  updated_at: number
}

export interface HighlightRow {
  seq: Generated<number>
  id: string
  owner_id: string
  page_id: string
  /** '' when it is encrypted. */
  text: string
  comm: string
  style: 1 | 2 | 3 | 4
  /** JSON. */
  anchor: string | null
  /** The envelope of text, comment and anchor; null for a highlight in plain text. */
  sealed: string | null
  /** Its order on the page. */
  place: number
  /** Characters of its texts. */
  size: number
  created_at: number
  updated_at: number
  /** The job of the import that created it; null for another highlight. */
  import_id: Generated<string | null>
  /** What had become of its words where they were last looked for; null while they are on the page. */
  found: Generated<'changed' | 'gone' | null>
}

export interface HighlightTables {
  highlight_pages: HighlightPageRow
  highlights: HighlightRow
}

export const highlightTables: Declarations<HighlightTables> = {
  highlight_pages: {
    owner: 'owner_id',
    references: { owner_id: 'people', link_id: 'links' },
    backup: 'included',
    erasure: 'inBatches',
    // Complete pages, few of them: each can have 500 highlights.
    rowsBelow: 50,
    transfer: 'stays',
    copy: 'ofPerson',
    export: 'included',
  },
  highlights: {
    owner: 'owner_id',
    references: { owner_id: 'people', page_id: 'highlight_pages' },
    backup: 'included',
    erasure: 'byReference',
    export: 'included',
    derivedColumns: ['terms'],
  },
}
