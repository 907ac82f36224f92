import type { ImportChoices } from '@nestmark/contract/transfer/importPreview'
import type { FormatId } from '@nestmark/core/bookmarkFormats/formatId'

/** The payload of an import job. */
export interface ImportPayload {
  /** The target collection. */
  parent: string
  rootId: string
  /** The target was created for this import, so the report counts it. */
  isParentNew?: boolean
  /** Links may enter collections with a key. */
  plain?: boolean
  /** The last link before the import: later ones may be its own. */
  upTo?: number
  /** What a person chose in a preview; absent without one. */
  choices?: ImportChoices
  /** The format of the file; absent when its content decides. */
  type?: FormatId | undefined
  /** The ZIP of an export of everything, which the store of files has under the id of the job: its size in bytes. */
  zip?: { size: number }
}
