import { fromBase64url } from '@nestmark/encryption/bytes'
import { openKey } from '@nestmark/encryption/keys/collectionKey'
import { type KeyRecord, toKeyRecord } from '@nestmark/encryption/keys/keyRecord'
import { fromRecoveryText } from '@nestmark/encryption/keys/recoveryText'
import { opensValidationValue } from '@nestmark/encryption/secrets/validationValue'
import { findKeyName } from '../../lib/encryption/keyRing.ts'
import { findValue, type Place } from './tasks/places.ts'
import { deriveInWorker } from './keys/secretTasks.ts'
import { openByTypedSecret } from './keys/typedSecret.ts'

/** What is unlocked: a collection, by its current key or by the previous one that a link needs. */
export interface Lock {
  place: Place
  /** null: the present key. */
  kid: string | null
  /** The name that the key gets where this browser does not know its own: the secret does not contain one. */
  label: string
}

/**
 * Opens the key of a collection by its secret, or by the text of a recovery sheet.
 * @throws EncryptionError when it is another
 */
export async function openByText({ place, kid, label }: Lock, text: string): Promise<KeyRecord> {
  const value = findValue(place, kid) ?? ''
  const fromSheet = await readSheetText(text)
  const raw =
    fromSheet !== null && (await fits(fromSheet, value, place.id))
      ? fromSheet
      : fromBase64url(
          (await openByTypedSecret(text, secret => deriveInWorker('openBySecret', value, place.id, secret)))
            .result,
        )
  const record = await toKeyRecord(raw, { collectionId: place.id, label })
  return { ...record, label: findKeyName(record.kid) ?? label }
}

async function readSheetText(text: string): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return await fromRecoveryText(text.trim())
  } catch {
    return null
  }
}

const fits = async (raw: Uint8Array<ArrayBuffer>, value: string, collectionId: string): Promise<boolean> =>
  opensValidationValue(await openKey(raw), value, collectionId)

/**
 * Returns whether a key is valid for the collection: whether it decrypts the validation value to the collection's id
 * (ENC-05).
 */
export async function isKeyOf({ place, kid }: Lock, record: KeyRecord): Promise<boolean> {
  const value = findValue(place, kid)
  return value !== null && fits(fromBase64url(record.key), value, place.id)
}
