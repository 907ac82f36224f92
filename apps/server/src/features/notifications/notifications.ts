import type {
  countNotifications as count,
  Notification,
  notifications as list,
  markAllNotificationsRead as readEvery,
  markNotificationsRead as readSome,
} from '@nestmark/contract/notifications'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { limits } from '@nestmark/core/limits'
import type { Actor } from '../../access/actor.ts'
import { may } from '../../access/policies.ts'
import { sharedRoles } from '../../access/roles.ts'
import type { Queries } from '../../db/db.ts'
import type { Call } from '../../http/implement.ts'
import { countThem, forgetRead, type ListedNotification, listNotifications, markRead } from './store.ts'

/** Read notifications are deleted after this time, in milliseconds. */
const retentionMs = 90 * 86_400_000

/**
 * Returns the actions of others that concern the caller. Hides everything about collections that the caller was
 * removed from.
 */
export async function notifications(
  { actor, services }: Call,
  input: Parsed<typeof list>,
): Promise<Output<typeof list>> {
  const { read } = services.db
  const { pageSize: limit } = limits
  const rows = await listNotifications(read, actor.personId, { limit, offset: (input.page - 1) * limit })
  return presentNotifications(read, actor, rows)
}

/** Returns notifications as their person may see them now. */
export async function presentNotifications(
  db: Queries,
  actor: Pick<Actor, 'personId'>,
  rows: readonly ListedNotification[],
): Promise<Notification[]> {
  const others = rows.filter(row => row.owner_id !== actor.personId).map(row => row.collection_id)
  const roles = await sharedRoles(db, actor, [...new Set(others)])
  return rows.map(row => {
    const role = row.owner_id === actor.personId ? 'owner' : (roles.get(row.collection_id)?.role ?? null)
    // Trashed items are visible only to people who may trash them.
    const seen = row.trashed_by === null ? role !== null : may(role, 'collections.trash')
    return {
      _id: row.id,
      action: row.action as Notification['action'],
      is_read: row.read_at === null ? 0 : 1,
      create_date: row.updated_at,
      folder_id: seen ? { _id: row.collection_id, name: row.collection_name } : null,
      from: row.from_id === null ? null : { username: row.from_name ?? '' },
      several: row.several === 1,
      count: row.count,
      subject: seen ? row.subject : '',
    }
  })
}

/** Returns the number of unread notifications. */
export async function countNotifications({ actor, services }: Call): Promise<Output<typeof count>> {
  return countThem(services.db.read, actor.personId)
}

/** Marks notifications as read; skips those of other people (Z18). */
export async function markNotificationsRead(
  { actor, services }: Call,
  input: Parsed<typeof readSome>,
): Promise<Output<typeof readSome>> {
  if (input.notficationIdArr.length === 0) return { read: 0 }
  const read = await services.db.write(tx =>
    markRead(tx, actor.personId, services.now(), input.notficationIdArr),
  )
  return { read }
}

/** Marks all as read, and deletes those that were read long ago. */
export async function markAllNotificationsRead({ actor, services }: Call): Promise<Output<typeof readEvery>> {
  const read = await services.db.write(async tx => {
    await forgetRead(tx, actor.personId, services.now() - retentionMs)
    return markRead(tx, actor.personId, services.now())
  })
  return { read }
}
