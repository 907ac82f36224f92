import type { Call } from '../../calls/call.ts'
import { hashToken } from '../../access/tokens.ts'
import type { KeySelector } from './store.ts'

/** Returns the selector of a key of the caller: its id, or the hash of the key itself. */
export function toKeySelector({ actor }: Call, keyOrId: string): KeySelector {
  return { ownerId: actor.personId, id: keyOrId, hash: hashToken(keyOrId) }
}
