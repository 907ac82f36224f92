import { envelopeLimit, type EncryptedField, parseEnvelope } from '@nestmark/core/encryptedText'
import { type Bytes, fromBase64url, fromUtf8, randomBytes, toBase64url, toUtf8 } from './bytes.ts'
import { checkIds, type CollectionKey } from './keys/collectionKey.ts'
import { check } from './encryptionError.ts'
import { decryptWith, encryptWith, ivLength } from './gcm.ts'

/** What an envelope belongs to. It opens for nothing else. */
export interface EnvelopePlace {
  linkId: string
  field: EncryptedField
}

/** Returns a random id for a link that is encrypted before it is saved: its envelopes are bound to it. */
export function newLinkId(): string {
  return toBase64url(randomBytes(16))
}

/**
 * Encrypts a text for one field of one link.
 * @throws EncryptionError when the text is not well-formed Unicode or too long for the field
 */
export async function sealText(key: CollectionKey, place: EnvelopePlace, text: string): Promise<string> {
  return sealTextWith(key, place, text, randomBytes(ivLength))
}

/** Encrypts with a given IV, for test vectors. Everything else uses `sealText`: an IV used twice discloses the texts. */
export async function sealTextWith(
  key: CollectionKey,
  place: EnvelopePlace,
  text: string,
  iv: Bytes,
): Promise<string> {
  const sealed = await encryptWith(key.aes, iv, pad(toUtf8(text)), boundTo(key.kid, place))
  const envelope = `nm1.${key.kid}.${toBase64url(iv)}.${toBase64url(sealed)}`
  check(envelope.length <= envelopeLimit(place.field))
  return envelope
}

/**
 * Decrypts an envelope.
 * @throws EncryptionError when it is of another key, link or field, was changed, or is none
 */
export async function openText(key: CollectionKey, place: EnvelopePlace, envelope: string): Promise<string> {
  const parts = parseEnvelope(envelope, place.field)
  check(parts !== null && parts.kid === key.kid)
  const padded = await decryptWith(
    key.aes,
    fromBase64url(parts.iv),
    fromBase64url(parts.sealed),
    boundTo(key.kid, place),
  )
  return fromUtf8(removePadding(padded))
}

/** The data that the ciphertext is bound to. */
function boundTo(kid: string, { linkId, field }: EnvelopePlace): string {
  checkIds(linkId)
  return `nm1|${kid}|${linkId}|${field}`
}

/** The length of a plaintext is rounded up to a multiple of this many bytes, so that it discloses less. */
const paddingBlock = 64

const mark = 0x80

/** Appends 0x80 and zeros up to the next multiple of 64 bytes (ISO/IEC 7816-4); at least one byte. */
export function pad(bytes: Uint8Array): Bytes {
  const padded = new Uint8Array(Math.ceil((bytes.length + 1) / paddingBlock) * paddingBlock)
  padded.set(bytes)
  padded[bytes.length] = mark
  return padded
}

/** Reverses `pad`. @throws EncryptionError when the padding is not exactly what `pad` appends */
export function removePadding(padded: Bytes): Bytes {
  check(padded.length > 0 && padded.length % paddingBlock === 0)
  const end = padded.lastIndexOf(mark)
  check(end >= padded.length - paddingBlock)
  check(padded.subarray(end + 1).every(byte => byte === 0))
  return padded.slice(0, end)
}
