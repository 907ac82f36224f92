import * as contract from '@nestmark/contract/notifications'
import { action } from '../../calls/action.ts'
import { markRead } from './store.ts'

/** Marks notifications as read; skips those of other people (Z18). */
export const markNotificationsRead = action(
  contract.markNotificationsRead,
  async ({ actor, services }, input) => {
    if (input.notficationIdArr.length === 0) return { read: 0 }
    const read = await services.db.write(tx =>
      markRead(tx, actor.personId, services.now(), input.notficationIdArr),
    )
    return { read }
  },
)
