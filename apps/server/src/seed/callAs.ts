import { assertDefined } from '@nestmark/core/assertDefined'
import { findPerson } from '../features/session/store.ts'
import { findUserByEmail } from '../features/session/userStore.ts'
import type { Actor } from '../access/actor.ts'
import type { Call } from '../calls/call.ts'
import type { Services } from '../services.ts'
import type { SeedContext } from './seedPerson.ts'

/**
 * Returns a call by one of the demo people, named by the local part of their email address, at a given time.
 */
export async function callAs(
  { tx, services }: SeedContext,
  name: string,
  at: number,
): Promise<Call<Actor, Services>> {
  const { id: personId } = assertDefined(await findUserByEmail(tx, `${name}@example.org`))
  const { root_id: rootId, plan } = assertDefined(await findPerson(tx, personId))
  const upload = () => Promise.reject(new Error('Nothing is uploaded here.'))
  const actor = { personId, sessionId: '', rootId, plan }
  return {
    actor,
    services: { ...services, now: () => at },
    token: null,
    ip: '',
    idempotencyKey: null,
    upload,
  }
}
