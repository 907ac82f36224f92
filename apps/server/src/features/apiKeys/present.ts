import type { ApiKey } from '@nestmark/contract/apiKeys'
import type { KeyRow } from './store.ts'

/** Returns a key in its wire format: only the last characters of the key itself are known. */
export function presentKey({ id, ending, name, may_write, created_at, last_used_at }: KeyRow): ApiKey {
  return {
    _id: id,
    key: `${'•'.repeat(20)}${ending}`,
    name,
    scope: may_write === 1 ? 'write' : 'read',
    created: created_at,
    last_used: last_used_at,
  }
}
