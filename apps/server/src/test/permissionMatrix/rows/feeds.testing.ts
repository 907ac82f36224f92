import * as feeds from '@nestmark/contract/feeds'
import { newId } from '../../../db/newId.ts'
import type { Resources } from '../factory.testing.ts'
import { noToken, type Row, signedInOnly, writers } from '../row.testing.ts'

/** Adds a feed of the owner to the target, with an address that does not resolve. */
async function createFeed({ people, target }: Resources): Promise<string> {
  const address = `https://feeds.example/${newId()}`
  const added = await people.owner.call(feeds.addFeed, { folder_id: target, address })
  // Its reading would change it during the calls.
  return (await people.owner.call(feeds.updateFeed, { feed_id: added._id, is_active: 0 }))._id
}

const notFound = 'feeds.notFound'
const failed = 'scrape.failed'
const ofFeed = (op: Row['op'], more: object = {}): Row => ({
  op,
  key: 'write',
  input: async resources => ({ feed_id: await createFeed(resources), ...more }),
  expect: {
    private: ['done', notFound, notFound, notFound, noToken],
    team: ['done', 'done', notFound, notFound, noToken],
    public: ['done', 'done', notFound, notFound, noToken],
  },
})

export const feedRows: readonly Row[] = [
  {
    op: feeds.findFeeds,
    key: 'write',
    // The address does not resolve.
    input: () => ({ address: 'https://feeds.example/' }),
    expect: [failed, failed, failed, failed, noToken],
  },
  {
    op: feeds.addFeed,
    key: 'write',
    input: resources => ({ folder_id: resources.target, address: `https://feeds.example/${newId()}` }),
    expect: writers('collections.readOnly', 'collections.notFound'),
  },
  {
    op: feeds.listFeeds,
    key: 'read',
    input: () => ({}),
    expect: signedInOnly,
    empty: [],
  },
  {
    op: feeds.listFeeds,
    case: 'of a collection',
    key: 'read',
    input: resources => ({ folder_id: resources.target }),
    expect: writers('collections.readOnly', 'collections.notFound'),
  },
  // A feed that a member added names the collection, also of somebody else.
  { op: feeds.exportFeeds, key: 'read', input: () => ({}), expect: signedInOnly },
  {
    op: feeds.exportFeeds,
    case: 'of a collection',
    key: 'read',
    input: resources => ({ folder_id: resources.target, include_sub: 1 }),
    expect: writers('collections.readOnly', 'collections.notFound'),
  },
  ofFeed(feeds.updateFeed, { tag: 'News' }),
  ofFeed(feeds.readFeed),
  ofFeed(feeds.deleteFeed),
]
