import * as feeds from '@nestmark/contract/feeds'
import { settled } from '../permissionMatrix/fixture.testing.ts'
import type { TestApp } from '../support/app.ts'
import type { Recorder } from './record.testing.ts'

/** Finds the feed of a site, adds it to a collection, lists, changes and reads it, and removes it. */
export async function tourOfFeeds(
  app: TestApp,
  call: <T = never>(op: Parameters<Recorder['call']>[0], input?: Record<string, unknown>) => Promise<T>,
  site: string,
  folder_id: string,
): Promise<void> {
  const address = `${site}/feed`
  await call(feeds.findFeeds, { address })
  const { _id: feed_id } = await call<{ _id: string }>(feeds.addFeed, { folder_id, address, tag: 'News' })
  await settled(app)
  // The next reading has another time in each run.
  await call(feeds.updateFeed, { feed_id, is_active: 0 })
  await call(feeds.listFeeds, { folder_id })
  await call(feeds.exportFeeds)
  await call(feeds.readFeed, { feed_id })
  await settled(app)
  await call(feeds.deleteFeed, { feed_id })
}
