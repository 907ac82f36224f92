import type { getFolderKeys } from '@nestmark/contract/encryption/encryption'
import type { Output } from '@nestmark/contract/operation'
import type { Link } from '@nestmark/contract/shapes'

/** A collection with its key, as encrypting and unlocking need it. */
export interface Place extends Omit<Output<typeof getFolderKeys>, 'tagged'> {
  id: string
  /** The id of the present key; null without encryption. */
  kid: string | null
}

/** What is encrypted or decrypted: listed links, or a collection with its descendants. */
export type Target =
  | { links: readonly Link[] }
  | {
      collection: { _id: string; name: string }
      /** The number of links to change, with those of descendants. */
      total?: number | undefined
    }

/** What encrypting needs to know about the collections of a target. */
export interface Plan {
  target: Target
  places: readonly Place[]
  /** The collections that need a key first. */
  missing: readonly Place[]
}

/** A run that is about to start. */
export interface Run {
  kind: 'encrypt' | 'decrypt'
  target: Target
  places: readonly Place[]
  onDone?: (() => void) | undefined
}
