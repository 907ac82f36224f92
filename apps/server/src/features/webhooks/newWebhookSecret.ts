import type { Parsed } from '@nestmark/contract/operation'
import type * as contract from '@nestmark/contract/webhooks'
import { refuse } from '../../access/refuse.ts'
import type { Call } from '../../calls/call.ts'
import { seal } from '../accounts/seal.ts'
import { changeHook } from './store.ts'
import { newSecret } from './newSecret.ts'

/** Creates a new secret; the old one signs nothing from now on. */
export async function newWebhookSecret(
  { actor, services: { db, config } }: Call,
  { webhook_id: id }: Parsed<typeof contract.newWebhookSecret>,
): Promise<{ secret: string }> {
  const secret = newSecret()
  const sealed = seal(config.secret, 'webhooks', secret)
  const changed = await db.write(tx => changeHook(tx, actor.personId, id, { sealed }))
  return changed ? { secret } : refuse('webhooks.notFound')
}
