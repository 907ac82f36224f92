import * as contract from '@nestmark/contract/feeds'
import { action } from '../../calls/action.ts'
import { requireFeed } from './feedPlace.ts'
import { removeFeed } from './store.ts'

/** Removes a feed. Its links stay. */
export const deleteFeed = action(
  contract.deleteFeed,
  async ({ actor, services: { db } }, { feed_id: id }) => {
    await db.write(async tx => removeFeed(tx, await requireFeed(tx, actor, id)))
    return {}
  },
)
