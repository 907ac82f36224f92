import * as contract from '@nestmark/contract/webhooks'
import { refuse } from '../../access/refuse.ts'
import { newId } from '../../db/newId.ts'
import { action } from '../../calls/action.ts'
import type { CallWith } from '../../services.ts'
import { postCall, readSecret } from './deliveries/attempt.ts'
import { findHook } from './store.ts'

/** Calls the address once with a ping while the user waits; no transaction is open during the call. */
export const testWebhook = action(
  contract.testWebhook,
  async ({ actor, services }: CallWith<'poster'>, { webhook_id: id }) => {
    const { db, config, now } = services
    const hook = await findHook(db.read, id, actor.personId)
    if (!hook) return refuse('webhooks.notFound')
    const secret = readSecret(config.secret, hook)
    if (secret === null) return refuse('webhooks.newSecretNeeded')
    const at = now()
    const ping = { type: 'ping', at, by: null, count: 0 } as const
    const call = { id: newId(), webhook: id, created: at, events: [ping] }
    const status = await postCall(services, hook, secret, call)
    if (status === undefined) return refuse('server.unavailable', { retryAfter: 5 })
    return { ok: status !== null && status >= 200 && status < 300, status }
  },
)
