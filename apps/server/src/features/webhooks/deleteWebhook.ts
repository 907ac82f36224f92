import * as contract from '@nestmark/contract/webhooks'
import { refuse } from '../../access/refuse.ts'
import { action } from '../../calls/action.ts'
import { removeHook } from './store.ts'

/** Deletes a webhook with its dependent rows. An API key deletes only those that it has created. */
export const deleteWebhook = action(
  contract.deleteWebhook,
  async ({ actor, services: { db } }, { webhook_id: id }) => {
    if (!(await db.write(tx => removeHook(tx, actor.personId, id, actor.keyId)))) refuse('webhooks.notFound')
    return {}
  },
)
