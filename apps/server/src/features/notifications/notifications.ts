import * as contract from '@nestmark/contract/notifications'
import { limits } from '@nestmark/core/limits'
import { action } from '../../calls/action.ts'
import { listNotifications, readNotificationCounts, markRead, deleteReadNotifications } from './store.ts'
import { presentNotifications } from './present.ts'
import { refuse } from '../../access/refuse.ts'
import type { Call } from '../../calls/call.ts'
import { updatePerson } from '../session/store.ts'
import { isUnsubscribeKey } from './unsubscribeKey.ts'

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

/** Returns the number of unread notifications. */
export const countNotifications = action(contract.countNotifications, async ({ actor, services }) => {
  return readNotificationCounts(services.db.read, actor.personId)
})

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

/** Disables the digest of the person in the address. Idempotent. */
export const unsubscribeDigest = action(
  contract.unsubscribeDigest,
  async ({ services }: Pick<Call, 'services'>, { person, key }) => {
    if (!isUnsubscribeKey(services.config, person, key)) refuse('notifications.stopKeyWrong')
    await services.db.write(tx => updatePerson(tx, person, { digest: 0 }))
    services.events.publish({ ownerId: person, isPrivate: true, by: null, topics: ['profile'] })
    return {}
  },
)
