import * as contract from '@nestmark/contract/webhooks'
import { action } from '../../calls/action.ts'
import { selectWebhooks } from './store.ts'
import { presentWebhooks } from './present.ts'

/** Returns the caller's webhooks; for an API key, those that it has created. */
export const listWebhooks = action(contract.listWebhooks, async ({ actor, services: { db } }) => {
  return presentWebhooks(db.read, actor, await selectWebhooks(db.read, actor.personId, actor.keyId))
})
