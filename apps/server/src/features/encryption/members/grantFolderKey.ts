import * as contract from '@nestmark/contract/encryption/encryptionKeys'
import { assertDefined } from '@nestmark/core/assertDefined'
import { grantCollection } from '../../../access/grant.ts'
import { refuse } from '../../../access/refuse.ts'
import { notifyRecipients } from '../../../domainEvents/notifications.ts'
import { action } from '../../../calls/action.ts'
import { readKeyId } from '../../collections/placing/keyOfCollection.ts'
import { listPreviousKeys } from '../keys/folderKeyStore.ts'
import { putGivenKey } from './givenKeyStore.ts'
import { lockPublicKeys } from './keyPairStore.ts'
import { readMembers } from './readMembers.ts'

/** Gives a member the key of a collection. Both key pairs must be those that the two people have compared. */
export const grantFolderKey = action(
  contract.grantFolderKey,
  async ({ actor, services: { db, now } }, { folder_id: id, person_id: personId, ...input }) => {
    const at = now()
    await db.write(async tx => {
      const granted = await grantCollection(tx, actor, 'collections.share', id)
      const members = await readMembers(tx, granted.collection, at)
      if (!members.some(each => each.id === personId && each.type !== 'owner')) refuse('share.notMember')
      const keyId = assertDefined(input.wrapped.split('.')[1], 'key id')
      const previous = await listPreviousKeys(tx, id)
      const keys = [readKeyId(granted.collection.enc_id), ...previous.map(each => each.key_id)]
      if (!keys.includes(keyId)) refuse('encryption.otherKey')
      const pairs = await lockPublicKeys(tx, [actor.personId, personId])
      const isPresent = (person: string, key: string) => pairs.get(person) === key
      if (!isPresent(actor.personId, input.giver_public_key) || !isPresent(personId, input.public_key))
        refuse('encryption.pairChanged')
      await putGivenKey(tx, granted, {
        collection_id: id,
        key_id: keyId,
        person_id: personId,
        giver_id: actor.personId,
        giver_public_key: input.giver_public_key,
        public_key: input.public_key,
        wrapped: input.wrapped,
        created_at: at,
      })
      const recipient = { personId, collectionId: id, count: 1, title: '' }
      await notifyRecipients(tx, { type: 'key.given', by: actor.personId, at }, [recipient])
    })
    return {}
  },
)
