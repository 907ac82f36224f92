/**
 * The format of encrypted texts (scheme `nm1`, docs/encryption.md). The server checks it without a key, so that no
 * plaintext is accepted as encrypted; `packages/encryption` creates and decrypts them.
 */

/**
 * The maximum length of the plaintext of each encrypted field, in bytes of UTF-8. A UTF-16 code unit takes at most
 * three.
 */
const plainBytes = {
  name: 3 * 500,
  desc: 3 * 100_000,
  link: 3 * 8192,
  /** A small picture as a `data:` address. */
  thumbnail: 24 * 1024,
  /** The items of a checklist as JSON: at most 200 of 500 characters. */
  check_list: 200 * (3 * 500 + 40),
  /** A private note. */
  note: 3 * 200,
  /** A highlight of a link: its text, comment and anchor as JSON. It is bound to the id of the highlight. */
  highlight: 64 * 1024,
  /** Of a file: its key, name, type and measures as JSON. It is bound to the id of the upload. */
  sealed: 4 * 1024,
} as const

/** A field that is encrypted. Its name is bound to the ciphertext. */
export type EncryptedField = keyof typeof plainBytes

export const encryptedFields = Object.keys(plainBytes) as EncryptedField[]

/** Lengths in characters. */
const keyIdLength = 22
const ivLength = 16
const headLength = 'nm1.'.length + keyIdLength + 1 + ivLength + 1

/** Returns the number of base64url characters for a number of bytes. */
const textLength = (bytes: number) => Math.ceil((bytes * 4) / 3)

/** Returns the maximum length of an envelope of a field, in characters. */
export function envelopeLimit(field: EncryptedField): number {
  const padded = Math.ceil((plainBytes[field] + 1) / 64) * 64
  return headLength + textLength(padded + 16)
}

const envelope = /^nm1\.([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{16})\.([A-Za-z0-9_-]{107,})$/

/**
 * Returns the parts of an envelope; null for any other text. A padded text has at least 64 bytes and a tag of 16,
 * so the last part has at least 107 characters, and only complete blocks.
 */
export function parseEnvelope(text: string, field: EncryptedField) {
  if (text.length > envelopeLimit(field)) return null
  const [, kid, iv, sealed] = envelope.exec(text) ?? []
  if (kid === undefined || iv === undefined || sealed === undefined) return null
  const bytes = Math.floor((sealed.length * 3) / 4)
  return (bytes - 16) % 64 === 0 && textLength(bytes) === sealed.length ? { kid, iv, sealed } : null
}

export function isEnvelope(text: string, field: EncryptedField): boolean {
  return parseEnvelope(text, field) !== null
}

/** Returns the id of the key of an envelope, or null for any other text. */
export function envelopeKeyId(text: string): string | null {
  return /^nm1\.([A-Za-z0-9_-]{22})\./.exec(text)?.[1] ?? null
}

/** The maximum length of a validation value, in characters. */
export const validationLimit = 1000

/** Matches a validation value: the header in base64url, the IV, and the encrypted id of the collection with its tag. */
const validation = /^nm1v\.([A-Za-z0-9_-]{100,700})\.[A-Za-z0-9_-]{16}\.[A-Za-z0-9_-]{23,110}$/

/** Returns whether a text has the format of a validation value (`enc_id`). */
export function isValidationValue(text: string): boolean {
  return text.length <= validationLimit && validation.test(text)
}

/**
 * Returns the id of the key of a validation value; null for any other text. The header is JSON in base64url.
 * @param decode decodes base64url to text
 */
export function validationKeyId(text: string, decode: (base64url: string) => string): string | null {
  const header = isValidationValue(text) ? validation.exec(text)?.[1] : undefined
  if (header === undefined) return null
  return /"kid":"([A-Za-z0-9_-]{22})"\}$/.exec(decode(header))?.[1] ?? null
}

/** Matches the id of a key: 16 bytes in base64url. */
export const keyIdPattern = /^[A-Za-z0-9_-]{22}$/
/** Matches a public key: 32 bytes in base64url. */
export const publicKeyPattern = /^[A-Za-z0-9_-]{43}$/
/** Matches the wrapped private half of a key pair: the header, the IV and the encrypted key with its tag. */
export const wrappedPrivatePattern = /^nm1k\.[A-Za-z0-9_-]{100,700}\.[A-Za-z0-9_-]{16}\.[A-Za-z0-9_-]{86}$/
/** Matches a key that was given to a member: the key id, a public key, the IV and the encrypted key with its tag. */
export const givenKeyPattern =
  /^nm1g\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}\.[A-Za-z0-9_-]{16}\.[A-Za-z0-9_-]{64}$/
/** Matches keys that were encrypted for a passkey: the salt, the IV, and the encrypted records with their tag. */
export const passkeyKeysPattern = /^nm1p\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{16}\.[A-Za-z0-9_-]{107,}$/
