import type { countNotifications as count } from '@nestmark/contract/notifications'
import type { Output } from '@nestmark/contract/operation'
import type { Call } from '../../http/implement.ts'
import { countThem } from './store.ts'

/** Returns the number of unread notifications. */
export async function countNotifications({ actor, services }: Call): Promise<Output<typeof count>> {
  return countThem(services.db.read, actor.personId)
}
