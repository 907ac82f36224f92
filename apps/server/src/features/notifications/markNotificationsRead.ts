import type { markNotificationsRead as readSome } from '@nestmark/contract/notifications'
import type { Output, Parsed } from '@nestmark/contract/operation'
import type { Call } from '../../calls/call.ts'
import { markRead } from './store.ts'

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
