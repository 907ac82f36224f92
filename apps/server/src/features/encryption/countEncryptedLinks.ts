import type { countEncryptedLinks as count } from '@nestmark/contract/encryption'
import type { Output, Parsed } from '@nestmark/contract/operation'
import type { Call } from '../../calls/call.ts'
import { countByKey, countSearchedByKey } from './folderKeyStore.ts'

/** Returns how many links of the caller's library, or of the caller's search, are encrypted with which key. */
export async function countEncryptedLinks(
  { actor, services: { db } }: Call,
  { searched }: Parsed<typeof count>,
): Promise<Output<typeof count>> {
  if (searched === 1) return { keys: await countSearchedByKey(db.read, actor.personId) }
  const keys = await countByKey(db.read, actor.personId)
  return { keys: keys.map(({ key_id, count }) => ({ key_id, count })) }
}
