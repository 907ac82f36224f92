import * as contract from '@nestmark/contract/encryption/encryptionKeys'
import { collectionsWithRoles } from '../../../access/roles.ts'
import { action } from '../../../calls/action.ts'
import { namesOfUsers } from '../../session/userStore.ts'
import { listGivenTo } from './givenKeyStore.ts'

/** Returns the keys that the caller was given, without those of collections that are no longer shared with the caller. */
export const listGivenKeys = action(contract.listGivenKeys, async ({ actor, services: { db } }) => {
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
          giver: { _id: row.giver_id, name: names.get(row.giver_id) ?? '', public_key: row.giver_public_key },
          wrapped: row.wrapped,
          create_date: row.created_at,
        }
      : [],
  )
  return { keys }
})
