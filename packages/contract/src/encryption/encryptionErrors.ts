/** The error codes of encryption, with their HTTP status. The sentences are in `texts/errors.ts`. */
export const encryptionErrorStatus = {
  'encryption.notAnEnvelope': 400,
  /** Some links of one call are encrypted by it and others decrypted, or with different keys. */
  'encryption.mixed': 400,
  'encryption.alreadyEncrypted': 409,
  'encryption.notEncrypted': 409,
  /** The fields of an encrypted link are changed by envelopes only. */
  'encryption.encrypted': 409,
  /** The collection has no validation value. */
  'encryption.noKey': 409,
  /** The envelopes are of another key than that of the collection. */
  'encryption.otherKey': 409,
  /** The validation value was replaced concurrently. */
  'encryption.keyChanged': 409,
  'encryption.keyInUse': 409,
  /** Links in plain text would enter a collection with a key. The data is `plainTextRefused`. */
  'encryption.plainText': 409,
  /** The collection keeps tags inside the encryption: encrypted links directly inside have none. */
  'encryption.tagsHidden': 409,
  /** Not one entry of `s3_key` for each file of a link, in the order of its files. */
  'encryption.filesMissing': 409,
  'encryption.noteMissing': 409,
  /** No envelope, or no text, for one of the caller's highlights of a link that is encrypted or decrypted. */
  'encryption.highlightsMissing': 409,
  'encryption.idTaken': 409,
  'encryption.savedBefore': 409,
  /** A public key is not the present one of its person. */
  'encryption.pairChanged': 409,
  'encryption.tooManyPasskeys': 409,
  /** Another browser has stored keys for this passkey since they were read. */
  'encryption.passkeyChanged': 409,
} as const
