/** A key that a collection had before, with its validation value; until no link is encrypted with it. */
export interface PreviousKeyRow {
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
