import type { countEncryptedLinks as count } from '@nestmark/contract/encryption'
import type { Output } from '@nestmark/contract/operation'
import type { Call } from '../../http/implement.ts'
import { countByKey } from './folderKeyStore.ts'

/** Returns how many links of the caller's library are encrypted with which key. */
export async function countEncryptedLinks({ actor, services: { db } }: Call): Promise<Output<typeof count>> {
  const keys = await countByKey(db.read, 'owner_id', actor.personId)
  return { keys: keys.map(({ key_id, count }) => ({ key_id, count })) }
}
