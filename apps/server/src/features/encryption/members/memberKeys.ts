import * as contract from '@nestmark/contract/encryption/encryptionKeys'
import { grantScope, grantCollection } from '../../../access/grant.ts'
import { refuse } from '../../../access/refuse.ts'
import { action } from '../../../calls/action.ts'
import {
  listGivenInside,
  listGivenTo,
  putGivenKey,
  deleteGivenKeys,
  deleteOutdatedKeys,
} from './givenKeyStore.ts'
import { listPublicKeys, lockPublicKeys, findKeyPair, putKeyPair } from './keyPairStore.ts'
import { collectionsWithRoles, type CollectionWithRole } from '../../../access/roles.ts'
import { namesOfUsers } from '../../session/userStore.ts'
import { assertDefined } from '@nestmark/core/assertDefined'
import { pluck } from '@nestmark/core/pluck'
import { notifyRecipients } from '../../../domainEvents/notifications.ts'
import { readKeyId } from '../../collections/placing/keyOfCollection.ts'
import { listPreviousKeysOf } from '../../collections/placing/previousKeyStore.ts'
import type { Queries } from '../../../db/db.ts'
import { readPathAccess } from '../../share/readPathAccess.ts'

/** Returns the members of a collection with their public keys and the keys that they were given. */
export const listMemberKeys = action(
  contract.listMemberKeys,
  async ({ actor, services: { db, now } }, { folder_id: id }) => {
    const { collection } = await grantScope(db.read, actor, id)
    if (collection.role === 'public') refuse('collections.readOnly')
    const members = await readMembers(db.read, collection, now())
    const [pairs, given] = await Promise.all([
      listPublicKeys(db.read, pluck(members, 'id')),
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

/** Returns the keys that the caller was given, without those of collections that are no longer shared with the caller. */
export const listGivenKeys = action(
  contract.listGivenKeys,
  { isOwn: true },
  async ({ actor, services: { db } }) => {
    const rows = await listGivenTo(db.read, actor.personId)
    const collections = await collectionsWithRoles(db.read, actor, [
      ...new Set(rows.map(row => row.collection_id)),
    ])
    const readable = new Set(
      collections.flatMap(({ id, role }) => (role !== null && role !== 'public' ? id : [])),
    )
    const names = await namesOfUsers(db.read, [...new Set(rows.map(row => row.giver_id))])
    const keys = rows.flatMap(row =>
      readable.has(row.collection_id)
        ? {
            folder_id: row.collection_id,
            folder_name: row.collection_name,
            key_id: row.key_id,
            giver: {
              _id: row.giver_id,
              name: names.get(row.giver_id) ?? '',
              public_key: row.giver_public_key,
            },
            wrapped: row.wrapped,
            create_date: row.created_at,
          }
        : [],
    )
    return { keys }
  },
)

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
      const previous = await listPreviousKeysOf(tx, [id])
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

/** Removes a given key: the owner may remove any key, others only their own. What was read with it stays known. */
export const revokeFolderKey = action(
  contract.revokeFolderKey,
  async ({ actor, services: { db } }, { folder_id: id, person_id: personId }) => {
    await db.write(async tx => {
      const { collection } = await grantScope(tx, actor, id)
      if (collection.role !== 'owner' && personId !== actor.personId) refuse('collections.readOnly')
      await deleteGivenKeys(tx, id, personId)
    })
    return {}
  },
)

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

interface Member {
  id: string
  name: string
  type: 'owner' | 'write' | 'read'
}

/** Returns the owner of a collection and everyone with whom it, or one above it, is shared by name. */
async function readMembers(db: Queries, collection: CollectionWithRole, now: number): Promise<Member[]> {
  const { members } = await readPathAccess(db, collection.id, now)
  const writers = new Set(members.filter(each => each.may_write).map(each => each.id))
  const ids = [...new Set(members.map(each => each.id))].filter(id => id !== collection.owner_id)
  const names = await namesOfUsers(db, [collection.owner_id, ...ids])
  return [
    { id: collection.owner_id, name: names.get(collection.owner_id) ?? '', type: 'owner' },
    ...ids.map((id): Member => ({ id, name: names.get(id) ?? '', type: writers.has(id) ? 'write' : 'read' })),
  ]
}

/** Returns the caller's key pair. Only the passphrase opens the private half. */
export const getKeyPair = action(
  contract.getKeyPair,
  { isOwn: true },
  async ({ actor, services: { db } }) => {
    const pair = await findKeyPair(db.read, actor.personId)
    if (!pair) return null
    const { public_key, wrapped_private_key, changed_at: changed } = pair
    return { public_key, wrapped_private_key, changed }
  },
)

/**
 * Stores the caller's key pair. Of two browsers that make the first one at the same time, one is rejected with
 * `encryption.pairChanged`. A repeated call changes nothing.
 */
export const saveKeyPair = action(
  contract.saveKeyPair,
  async ({ actor, services: { db, now } }, { public_key, wrapped_private_key, replaces }) => {
    await db.write(async tx => {
      const row = { person_id: actor.personId, public_key, wrapped_private_key, changed_at: now() }
      const isStored =
        (await putKeyPair(tx, { ...row, replaces })) ||
        (await putKeyPair(tx, { ...row, replaces: public_key }))
      if (!isStored) refuse('encryption.pairChanged')
      await deleteOutdatedKeys(tx, actor.personId, public_key)
    })
    return {}
  },
)
