import type { Webhook } from '@nestmark/contract/webhooks'
import type { Call } from '../../calls/call.ts'
import { selectWebhooks } from './store.ts'
import { presentWebhooks } from './present.ts'

/** Returns the caller's webhooks; for an API key, those that it has created. */
export async function listWebhooks({ actor, services: { db } }: Call): Promise<Webhook[]> {
  return presentWebhooks(db.read, actor, await selectWebhooks(db.read, actor.personId, actor.keyId))
}
