import type { revokeFolderKey as take } from '@nestmark/contract/encryptionKeys'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { grantScope } from '../../access/grant.ts'
import { refuse } from '../../access/refuse.ts'
import type { Call } from '../../calls/call.ts'
import { deleteGivenKeys } from './givenKeyStore.ts'

/** Removes a given key: the owner may remove any key, others only their own. What was read with it stays known. */
export async function revokeFolderKey(
  { actor, services: { db } }: Call,
  { folder_id: id, person_id: personId }: Parsed<typeof take>,
): Promise<Output<typeof take>> {
  await db.write(async tx => {
    const { collection } = await grantScope(tx, actor, id)
    if (collection.role !== 'owner' && personId !== actor.personId) refuse('collections.readOnly')
    await deleteGivenKeys(tx, id, personId)
  })
  return {}
}
