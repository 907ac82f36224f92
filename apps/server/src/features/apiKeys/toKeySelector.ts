import type { Call } from '../../http/implement.ts'
import { hashToken } from '../../http/session.ts'
import type { KeySelector } from './store.ts'

/** Returns what finds a key of the caller: its id, or the key itself, which is stored as a hash. */
export function toKeySelector({ actor }: Call, keyOrId: string): KeySelector {
  return { ownerId: actor.personId, id: keyOrId, hash: hashToken(keyOrId) }
}
