import { grantFolderKey } from '@nestmark/contract/encryption/encryptionKeys'
import { fromBase64url } from '@nestmark/encryption/bytes'
import { openKey } from '@nestmark/encryption/keys/collectionKey'
import { giveKey } from '@nestmark/encryption/keys/givenKey'
import type { KeyPair } from '@nestmark/encryption/keys/keyPair'
import { memberKeysTexts as texts } from '@nestmark/texts/encryption/memberKeys'
import { client, formatError, Refusal } from '../../../lib/api/client.ts'
import { refresh } from '../../../lib/api/queryClient.ts'
import { keyRing } from '../../../lib/encryption/keyRing.ts'
import { toast } from '../../../lib/toasts.ts'
import { useTask } from '../../../ui/fields/useTask.ts'

/** What two people compare. `giving`: the owner then gives the key of the collection. */
export interface ComparedKeys {
  collection: { _id: string; name: string }
  own: { id: string; publicKey: string }
  person: { _id: string; name: string; public_key: string }
  giving?: { pair: KeyPair; kid: string; count: number }
}

/** Returns a function that gives a member the key of a collection, whose public key was compared. */
export function useGiveKey(
  { collection, own, person, giving }: ComparedKeys,
  onDone: () => void,
): { busy: boolean; give: () => Promise<void> } {
  const { busy, run } = useTask()
  const giveNow = async () => {
    const record = giving && keyRing.find(giving.kid)
    if (!record) return
    const raw = fromBase64url(record.key)
    const wrapped = await giveKey({ ...(await openKey(raw)), raw }, giving.pair, {
      collectionId: collection._id,
      giver: own,
      recipient: { id: person._id, publicKey: person.public_key },
    })
    await client.call(grantFolderKey, {
      folder_id: collection._id,
      person_id: person._id,
      giver_public_key: own.publicKey,
      public_key: person.public_key,
      wrapped,
    })
    await refresh(['keys'])
    onDone()
    toast({ title: texts.given(person.name) })
  }
  const give = () =>
    run(giveNow, failure =>
      toast({ tone: 'danger', title: failure instanceof Refusal ? formatError(failure) : texts.unsupported }),
    )
  return { busy, give }
}
