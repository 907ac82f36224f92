import * as contract from '@nestmark/contract/webhooks'
import { limits } from '@nestmark/core/limits'
import { grantScope } from '../../access/grant.ts'
import { refuse } from '../../access/refuse.ts'
import { lockTree } from '../../db/dialect.ts'
import { newId } from '../../db/newId.ts'
import { action } from '../../calls/action.ts'
import type { CallWith } from '../../services.ts'
import { seal } from '../accounts/seal.ts'
import { selectWebhooks, insertHook } from './store.ts'
import { checkedAddress } from './checkedAddress.ts'
import { newSecret } from './newSecret.ts'
import { presentWebhook, joinEvents } from './present.ts'

/** Creates a webhook; that of an API key ends with the key. Its secret is in this response only. */
export const createWebhook = action(
  contract.createWebhook,
  async (
    { actor, services: { db, config, now, poster } }: CallWith<'poster'>,
    { address, desc, events, folder_id },
  ) => {
    const secret = newSecret()
    const row = {
      id: newId(),
      owner_id: actor.personId,
      key_id: actor.keyId ?? null,
      address: checkedAddress(poster, address),
      descr: desc,
      events: joinEvents(events),
      collection_id: folder_id,
      sealed: seal(config.secret, 'webhooks', secret),
      off_reason: null,
      created_at: now(),
      last_ok: null,
      last_status: null,
      last_at: null,
    }
    const hook = await db.write(async tx => {
      await lockTree(tx, actor.personId)
      if ((await selectWebhooks(tx, actor.personId)).length >= limits.webhooks) refuse('webhooks.tooMany')
      if (folder_id !== null) await grantScope(tx, actor, folder_id)
      return insertHook(tx, row)
    })
    return { webhook: await presentWebhook(db.read, actor, hook), secret }
  },
)
