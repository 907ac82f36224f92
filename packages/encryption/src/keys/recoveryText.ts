import { joinBytes } from '@nestmark/core/joinBytes'
import { type Bytes, equalBytes, toUtf8 } from '../bytes.ts'
import { check } from '../encryptionError.ts'
import { keyLength } from '../gcm.ts'
import { fromBase32, toBase32 } from '../base32.ts'

const checksumLength = 3
const groupLength = 4
/** 14 groups of 4 characters, with the hyphens between them. */
export const recoveryTextLength = 14 * groupLength + 13

/** Returns a key as text for a printed sheet: 14 groups of 4 characters, of which the last five are a checksum. */
export async function toRecoveryText(raw: Bytes): Promise<string> {
  check(raw.length === keyLength)
  const text = toBase32(joinBytes([raw, await checksum(raw)]))
  return (text.match(/.{4}/g) ?? []).join('-')
}

/**
 * Reads a key from the text of a sheet, as people type it.
 * @throws EncryptionError when a character is wrong or missing
 */
export async function fromRecoveryText(text: string): Promise<Bytes> {
  check(text.length <= 4 * recoveryTextLength)
  const bytes = fromBase32(text)
  check(bytes.length === keyLength + checksumLength)
  const raw = bytes.slice(0, keyLength)
  check(equalBytes(bytes.slice(keyLength), await checksum(raw)))
  return raw
}

async function checksum(raw: Bytes): Promise<Bytes> {
  const hash = await crypto.subtle.digest('SHA-256', joinBytes([toUtf8('nm1|recovery|'), raw]))
  return new Uint8Array(hash, 0, checksumLength).slice()
}
