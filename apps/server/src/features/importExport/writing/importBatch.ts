import type { Addition } from './existingLinks.ts'
import type { NewFolder } from './folderStore.ts'
import type { ImportedExtras } from './importExtras.ts'
import type { ImportedPage } from './importHighlights.ts'
import type { PreparedLinks } from './importPrepare.ts'

/** The content of one transaction. Plain data: it is sent between threads as JSON. */
export interface ImportBatch {
  folders: NewFolder[]
  links: PreparedLinks
  /** Pages with highlights. */
  pages: ImportedPage[]
  /** Feeds and saved searches. */
  extras: ImportedExtras
  /** What links that are saved already get. */
  additions: Addition[]
  /** The number of rows so far, and the estimated total. */
  done: number
  total: number
  /** The report so far, as JSON. */
  report: string
}

/** A folder of the file, and its collection. */
export interface OpenedFolder {
  id: string
  parent: string
  name: string
  isNew: boolean
  /** Its number in the file, from 1. */
  place: number
  /** A person left it out. */
  isLeftOut?: boolean
}
