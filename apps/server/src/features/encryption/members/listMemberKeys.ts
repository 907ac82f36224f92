import * as contract from '@nestmark/contract/encryption/encryptionKeys'
import { grantScope } from '../../../access/grant.ts'
import { refuse } from '../../../access/refuse.ts'
import { action } from '../../../calls/action.ts'
import { listGivenInside } from './givenKeyStore.ts'
import { listPublicKeys } from './keyPairStore.ts'
import { readMembers } from './readMembers.ts'

/** Returns the members of a collection with their public keys and the keys that they were given. */
export const listMemberKeys = action(
  contract.listMemberKeys,
  async ({ actor, services: { db, now } }, { folder_id: id }) => {
    const { collection } = await grantScope(db.read, actor, id)
    if (collection.role === 'public') refuse('collections.readOnly')
    const members = await readMembers(db.read, collection, now())
    const [pairs, given] = await Promise.all([
      listPublicKeys(
        db.read,
        members.map(each => each.id),
      ),
      listGivenInside(db.read, id),
    ])
    const keys = Map.groupBy(given, each => each.person_id)
    return {
      people: members.map(({ id: _id, name, type }) => ({
        _id,
        name,
        type,
        public_key: pairs.get(_id)?.public_key ?? null,
        changed: pairs.get(_id)?.changed_at ?? null,
        given: (keys.get(_id) ?? []).map(each => each.key_id),
      })),
    }
  },
)
