import type { updateEnc } from '@nestmark/contract/encryption/encryption'
import type { Parsed } from '@nestmark/contract/operation'
import type { LinkWithRole } from '../../../access/roles.ts'

/** What one call changes. */
export type Changes = Pick<Parsed<typeof updateEnc>, 'links' | 'from_key' | 'move_to'> & {
  /** The address of this server. */
  publicUrl: string
  /** Whether decrypted links may move to a collection with a key. */
  plain?: boolean
}
export type LinkChange = Changes['links'][number]
export type EncryptedChange = Extract<LinkChange, { enc: 1 }>
export type DecryptedChange = Extract<LinkChange, { enc: 0 }>

/** A link with its change. */
export interface ChangedLink<Change extends LinkChange = LinkChange> {
  link: LinkWithRole
  change: Change
}
