import * as contract from '@nestmark/contract/notifications'
import { action } from '../../calls/action.ts'
import { readNotificationCounts } from './store.ts'

/** Returns the number of unread notifications. */
export const countNotifications = action(contract.countNotifications, async ({ actor, services }) => {
  return readNotificationCounts(services.db.read, actor.personId)
})
