import { createStore } from '../../lib/store.ts'
import { clearResult } from './data.ts'
import { closePreview } from './preview/preview.ts'

/** What the page of the import starts with: a collection, and a file that was dropped or chosen elsewhere. */
export interface WantedImport {
  parent?: string | undefined
  file?: File | undefined
}

/** Read once, by the page of the import. */
export const wantedImport = createStore<WantedImport | null>(null)

/** Sets what the page of the import starts with, in place of an earlier preview or report. */
export function wantImport(wanted: WantedImport): void {
  closePreview()
  clearResult()
  wantedImport.set(wanted)
}
