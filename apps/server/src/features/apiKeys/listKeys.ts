import type { ApiKey } from '@nestmark/contract/apiKeys'
import type { Call } from '../../calls/call.ts'
import { selectKeys } from './store.ts'
import { presentKey } from './present.ts'

/** Returns the caller's keys. */
export async function listKeys({ actor, services: { db } }: Call): Promise<ApiKey[]> {
  return (await selectKeys(db.read, actor.personId)).map(presentKey)
}
