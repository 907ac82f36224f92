import type { Output, Parsed } from '@nestmark/contract/operation'
import type * as contract from '@nestmark/contract/webhooks'
import { refuse } from '../../access/refuse.ts'
import type { Call } from '../../calls/call.ts'
import { removeHook } from './store.ts'

/** Deletes a webhook with its dependent rows. An API key deletes only those that it has created. */
export async function deleteWebhook(
  { actor, services: { db } }: Call,
  { webhook_id: id }: Parsed<typeof contract.deleteWebhook>,
): Promise<Output<typeof contract.deleteWebhook>> {
  if (!(await db.write(tx => removeHook(tx, actor.personId, id, actor.keyId)))) refuse('webhooks.notFound')
  return {}
}
