import type { countNotifications as count } from '@nestmark/contract/notifications'
import type { Output } from '@nestmark/contract/operation'
import type { Call } from '../../calls/call.ts'
import { readNotificationCounts } from './store.ts'

/** Returns the number of unread notifications. */
export async function countNotifications({ actor, services }: Call): Promise<Output<typeof count>> {
  return readNotificationCounts(services.db.read, actor.personId)
}
