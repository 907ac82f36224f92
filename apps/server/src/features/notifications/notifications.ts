import * as contract from '@nestmark/contract/notifications'
import { limits } from '@nestmark/core/limits'
import { action } from '../../calls/action.ts'
import { listNotifications } from './store.ts'
import { presentNotifications } from './present.ts'

/**
 * Returns the actions of others that concern the caller. Hides everything about collections that the caller was
 * removed from.
 */
export const notifications = action(contract.notifications, async ({ actor, services }, input) => {
  const { read } = services.db
  const { pageSize: limit } = limits
  const rows = await listNotifications(read, actor.personId, { limit, offset: (input.page - 1) * limit })
  return presentNotifications(read, actor, rows)
})
