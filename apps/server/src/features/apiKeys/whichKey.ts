import type { Call } from '../../http/implement.ts'
import { hashToken } from '../../http/session.ts'
import type { WhichKey } from './store.ts'

/** Returns what finds a key of the caller: its id, or the key itself, which is stored as a hash. */
export function whichKey({ actor }: Call, keyOrId: string): WhichKey {
  return { ownerId: actor.personId, id: keyOrId, hash: hashToken(keyOrId) }
}
