import type { listMemberKeys as list } from '@nestmark/contract/encryptionKeys'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { grantScope } from '../../access/grant.ts'
import { refuse } from '../../access/refuse.ts'
import type { Call } from '../../calls/call.ts'
import { listGivenInside } from './givenKeyStore.ts'
import { listPublicKeys } from './keyPairStore.ts'
import { readMembers } from './readMembers.ts'

/** Returns the members of a collection with their public keys and the keys that they were given. */
export async function listMemberKeys(
  { actor, services: { db, now } }: Call,
  { folder_id: id }: Parsed<typeof list>,
): Promise<Output<typeof list>> {
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
}
