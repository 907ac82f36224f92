import type { deleteFeed as remove } from '@nestmark/contract/feeds'
import type { Output, Parsed } from '@nestmark/contract/operation'
import type { Call } from '../../calls/call.ts'
import { requireFeed } from './feedPlace.ts'
import { removeFeed } from './store.ts'

/** Removes a feed. Its links stay. */
export async function deleteFeed(
  { actor, services: { db } }: Call,
  { feed_id: id }: Parsed<typeof remove>,
): Promise<Output<typeof remove>> {
  await db.write(async tx => removeFeed(tx, await requireFeed(tx, actor, id)))
  return {}
}
