import type { markAllNotificationsRead as readEvery } from '@nestmark/contract/notifications'
import type { Output } from '@nestmark/contract/operation'
import type { Call } from '../../calls/call.ts'
import { deleteReadNotifications, markRead } from './store.ts'

/** Read notifications are deleted after this time, in milliseconds. */
const retentionMs = 90 * 86_400_000

/** Marks all as read, and deletes those that were read long ago. */
export async function markAllNotificationsRead({ actor, services }: Call): Promise<Output<typeof readEvery>> {
  const read = await services.db.write(async tx => {
    await deleteReadNotifications(tx, actor.personId, services.now() - retentionMs)
    return markRead(tx, actor.personId, services.now())
  })
  return { read }
}
