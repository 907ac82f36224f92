import type { KeyPair } from '@nestmark/encryption/keys/keyPair'
import type { Output } from '@nestmark/contract/operation'
import type { listGivenKeys } from '@nestmark/contract/encryption/encryptionKeys'
import { formatError, Refusal } from '../../../lib/api/client.ts'
import { isKeyOf } from '../unlocking.ts'
import { keyRing } from '../../../lib/encryption/keyRing.ts'
import { memberKeysTexts as texts } from '@nestmark/texts/encryption/memberKeys'
import { openGivenKey as unwrapKey } from '@nestmark/encryption/keys/givenKey'
import { openOverlay } from '../../../lib/overlays/overlay.ts'
import { readPlace } from '../tasks/places.ts'
import { toast } from '../../../lib/toasts.ts'
import { maxLabelLength, toKeyRecord } from '@nestmark/encryption/keys/keyRecord'
import { useMe } from '../../session/data.ts'

/** A key that the signed-in person was given. */
export type GivenKey = Output<typeof listGivenKeys>['keys'][number]

/** Returns a function that asks for the passphrase and opens a key that the person was given. */
export function useOpenGivenKey(given: GivenKey | undefined): (onDone?: () => void) => void {
  const personId = useMe()?.user_id
  const open = async (pair: KeyPair, onDone?: () => void) => {
    if (!given || personId === undefined) return
    try {
      await openGivenKey(given, pair, personId)
      toast({ title: texts.opened })
      onDone?.()
    } catch (failure) {
      toast({ tone: 'danger', title: failure instanceof Refusal ? formatError(failure) : texts.notTheirs })
    }
  }
  return onDone => openOverlay('openKeyPair', { onOpened: pair => void open(pair, onDone) })
}

/**
 * Opens a key that the person was given, and saves it for this session.
 * @throws EncryptionError when it is not from this giver, or not of the collection; Refusal
 */
async function openGivenKey(given: GivenKey, pair: KeyPair, personId: string): Promise<void> {
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
}
