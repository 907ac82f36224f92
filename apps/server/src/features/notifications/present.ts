import type { Notification } from '@nestmark/contract/notifications'
import { isEnvelope } from '@nestmark/core/encryptedText'
import type { Actor } from '../../access/actor.ts'
import { isAllowed } from '../../access/policies.ts'
import { sharedRoles } from '../../access/roles.ts'
import type { Queries } from '../../db/db.ts'
import { isVisitor } from '../../db/tables/sharedTables.ts'
import type { ListedNotification } from './store.ts'

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
    const seen = row.trashed_by === null ? role !== null : isAllowed(role, 'collections.trash')
    return {
      _id: row.id,
      action: row.action as Notification['action'],
      is_read: row.read_at === null ? 0 : 1,
      create_date: row.updated_at,
      folder_id: seen ? { _id: row.collection_id, name: row.collection_name } : null,
      from: isVisitor(row) ? null : { username: row.from_name ?? '' },
      several: row.several === 1,
      count: row.count,
      subject: seen ? toSubject(row) : '',
    }
  })
}

/**
 * Returns the title that the subject has now. A title that was removed stays removed: its author was deleted, or the link
 * is encrypted.
 */
const toSubject = ({ subject, current_title: current }: ListedNotification): string =>
  subject === '' || current === null || isEnvelope(current, 'name') ? subject : current
