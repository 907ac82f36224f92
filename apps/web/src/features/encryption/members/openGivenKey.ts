import type { listGivenKeys } from '@nestmark/contract/encryption/encryptionKeys'
import type { Output } from '@nestmark/contract/operation'
import { openGivenKey as unwrapKey } from '@nestmark/encryption/keys/givenKey'
import type { KeyPair } from '@nestmark/encryption/keys/keyPair'
import { type KeyRecord, maxLabelLength, toKeyRecord } from '@nestmark/encryption/keys/keyRecord'
import { keyRing } from '../../../lib/encryption/keyRing.ts'
import { readPlace } from '../tasks/places.ts'
import { isKeyOf } from '../unlocking.ts'

/** A key that the signed-in person was given. */
export type GivenKey = Output<typeof listGivenKeys>['keys'][number]

/**
 * Opens a key that the person was given, and saves it for this session.
 * @throws EncryptionError when it is not from this giver, or not of the collection; Refusal
 */
export async function openGivenKey(given: GivenKey, pair: KeyPair, personId: string): Promise<KeyRecord> {
  const { raw } = await unwrapKey(given.wrapped, pair, {
    collectionId: given.folder_id,
    giver: { id: given.giver._id, publicKey: given.giver.public_key },
    recipient: { id: personId, publicKey: pair.publicKey },
  })
  const label = given.folder_name.slice(0, maxLabelLength).toWellFormed().trim() || given.giver.name
  const record = await toKeyRecord(raw, { collectionId: given.folder_id, label })
  const place = await readPlace(given.folder_id)
  if (!(await isKeyOf({ place, kid: given.key_id, label }, record))) throw new Error('Another key')
  keyRing.save([record], 0)
  return record
}
