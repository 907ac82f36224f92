import type { Feed } from '@nestmark/contract/feeds'
import { assertDefined } from '@nestmark/core/assertDefined'
import type { Actor } from '../../access/actor.ts'
import { collectionsWithRoles } from '../../access/roles.ts'
import type { Queries } from '../../db/db.ts'
import type { Feed as StoredFeed } from './store.ts'

/** Returns feeds in their wire format. The collection of one is named only while the actor can see it. */
export async function presentFeeds(db: Queries, actor: Actor, rows: readonly StoredFeed[]): Promise<Feed[]> {
  const collections = await collectionsWithRoles(db, actor, [...new Set(rows.map(row => row.collection_id))])
  const seen = new Map(collections.filter(each => each.role !== null).map(each => [each.id, each.name]))
  return rows.map(row => {
    const name = seen.get(row.collection_id)
    const isPaused = row.active === 0
    return {
      _id: row.id,
      address: row.address,
      title: row.title,
      folder: name === undefined ? null : { _id: row.collection_id, name },
      tag: row.tag,
      state: isPaused ? 'paused' : row.fault !== null ? 'failing' : row.checked_at === null ? 'new' : 'ok',
      reason: isPaused && row.off_reason !== 'failing' ? row.off_reason : row.fault,
      status: row.status,
      checked: row.checked_at,
      failing_since: row.failing_since,
      next: isPaused ? null : row.next_at,
      created: row.created_at,
    }
  })
}

/** Returns the feed that an action has stored. */
export async function presentFeed(db: Queries, actor: Actor, row: StoredFeed | undefined): Promise<Feed> {
  const [feed] = await presentFeeds(db, actor, [assertDefined(row, 'feed')])
  return assertDefined(feed, 'feed')
}
