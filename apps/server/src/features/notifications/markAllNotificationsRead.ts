import * as contract from '@nestmark/contract/notifications'
import { action } from '../../calls/action.ts'
import { deleteReadNotifications, markRead } from './store.ts'

/** Read notifications are deleted after this time, in milliseconds. */
const retentionMs = 90 * 86_400_000

/** Marks all as read, and deletes those that were read long ago. */
export const markAllNotificationsRead = action(
  contract.markAllNotificationsRead,
  async ({ actor, services }) => {
    const read = await services.db.write(async tx => {
      await deleteReadNotifications(tx, actor.personId, services.now() - retentionMs)
      return markRead(tx, actor.personId, services.now())
    })
    return { read }
  },
)
