import * as contract from '@nestmark/contract/webhooks'
import { refuse } from '../../access/refuse.ts'
import { action } from '../../calls/action.ts'
import { seal } from '../accounts/seal.ts'
import { changeHook } from './store.ts'
import { newSecret } from './newSecret.ts'

/** Creates a new secret; the old one signs nothing from now on. */
export const newWebhookSecret = action(
  contract.newWebhookSecret,
  async ({ actor, services: { db, config } }, { webhook_id: id }) => {
    const secret = newSecret()
    const sealed = seal(config.secret, 'webhooks', secret)
    const changed = await db.write(tx => changeHook(tx, actor.personId, id, { sealed }))
    return changed ? { secret } : refuse('webhooks.notFound')
  },
)
