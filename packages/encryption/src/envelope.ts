import { envelopeLimit, type EncryptedField, parseEnvelope } from '@nestmark/core/encryptedText'
import { type Bytes, fromBase64url, fromUtf8, randomBytes, toBase64url, toUtf8 } from './bytes.ts'
import { checkIds, type CollectionKey } from './keys/collectionKey.ts'
import { check } from './encryptionError.ts'
import { decryptWith, encryptWith, ivLength } from './gcm.ts'
import { pad, removePadding } from './padding.ts'

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
