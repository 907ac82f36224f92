import type { notifications as list } from '@nestmark/contract/notifications'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { limits } from '@nestmark/core/limits'
import type { Call } from '../../calls/call.ts'
import { listNotifications } from './store.ts'
import { presentNotifications } from './present.ts'

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
