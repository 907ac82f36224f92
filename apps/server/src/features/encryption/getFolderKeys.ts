import type { getFolderKeys as get } from '@nestmark/contract/encryption'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { grantScope } from '../../access/grant.ts'
import { refuse } from '../../access/refuse.ts'
import type { Call } from '../../calls/call.ts'
import { countTagged } from './folderKeyStore.ts'
import { readUsedKeys } from './usedKeys.ts'

/** Returns the current and previous keys of a collection, how many of its links need each, and whether its encrypted links have tags. */
export async function getFolderKeys(
  { actor, services: { db } }: Call,
  { folder_id: id }: Parsed<typeof get>,
): Promise<Output<typeof get>> {
  const { collection } = await grantScope(db.read, actor, id)
  if (collection.role === 'public') refuse('collections.readOnly')
  const usedKeys = await readUsedKeys(db.read, [id])
  return {
    enc_id: collection.enc_id,
    ...usedKeys(id),
    hide_tags: collection.hide_tags === 1 ? 1 : 0,
    // Only the owner can hide the tags.
    tagged: collection.enc_id !== null && collection.role === 'owner' ? await countTagged(db.read, id) : 0,
  }
}
