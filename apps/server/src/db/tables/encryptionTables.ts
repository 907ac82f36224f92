import type { Declarations } from './tableDeclaration.ts'

/** A key that a collection had before, with its validation value; until no link is encrypted with it. */
interface PreviousKeyRow {
  collection_id: string
  key_id: string
  enc_id: string
  replaced_at: number
}

/** A person's key pair. The server cannot open the private half. */
export interface KeyPairRow {
  person_id: string
  public_key: string
  wrapped_private_key: string
  /** When the public half was set. */
  changed_at: number
}

/** A collection's key, encrypted for one member. It opens only with both public keys as they are here. */
export interface GivenKeyRow {
  collection_id: string
  key_id: string
  person_id: string
  giver_id: string
  giver_public_key: string
  public_key: string
  wrapped: string
  created_at: number
}

/** A person's keys, encrypted with a secret of one of their passkeys. */
export interface PasskeyKeysRow {
  person_id: string
  credential_id: string
  wrapped: string
  /** The ids of the keys, separated by spaces. */
  key_ids: string
  changed_at: number
}

export interface EncryptionTables {
  former_keys: PreviousKeyRow
  key_pairs: KeyPairRow
  given_keys: GivenKeyRow
  passkey_keys: PasskeyKeysRow
}

const stored = { backup: 'included', erasure: 'byReference', export: 'secret' } as const
const ofPerson = { ...stored, owner: 'person_id', references: { person_id: 'people' } } as const
/** A copy of a collection has no key. */
const ofCollection = { ...stored, owner: 'collection_id', transfer: 'follows', copy: 'ofOriginal' } as const

export const encryptionTables: Declarations<EncryptionTables> = {
  former_keys: { ...ofCollection, references: { collection_id: 'collections' } },
  key_pairs: ofPerson,
  given_keys: {
    ...ofCollection,
    references: { collection_id: 'collections', person_id: 'people', giver_id: 'people' },
  },
  passkey_keys: ofPerson,
}
