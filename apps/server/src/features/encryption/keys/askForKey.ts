import * as contract from '@nestmark/contract/encryption/encryptionKeys'
import { grantScope } from '../../../access/grant.ts'
import { refuse } from '../../../access/refuse.ts'
import { notifyRecipients } from '../../../domainEvents/notifications.ts'
import { action } from '../../../calls/action.ts'
import { listPublicKeys } from '../members/keyPairStore.ts'
import { readMembers } from '../members/readMembers.ts'

/** Asks a member to make a key pair, or the owner for the key. While the notification is unread, it is not repeated. */
export const askForKey = action(
  contract.askForKey,
  async ({ actor, services: { db, now } }, { folder_id: id, person_id: personId }) => {
    const at = now()
    await db.write(async tx => {
      const { collection } = await grantScope(tx, actor, id)
      if (collection.role === 'public') refuse('collections.readOnly')
      const isOwner = collection.role === 'owner'
      const members = await readMembers(tx, collection, at)
      // Members ask the owner alone.
      const asked = members.find(each => each.id === personId && (each.type === 'owner') !== isOwner)
      if (!asked) return refuse('share.notMember')
      if (isOwner && (await listPublicKeys(tx, [personId])).has(personId)) return
      const type = isOwner ? 'key.asked' : 'key.wanted'
      const recipient = { personId, collectionId: id, count: 1, title: '' }
      await notifyRecipients(tx, { type, by: actor.personId, at }, [recipient])
    })
    return {}
  },
)
