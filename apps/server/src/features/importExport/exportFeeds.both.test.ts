import { createCollection, trashCollections } from '@nestmark/contract/collections'
import { addFeed, exportFeeds, updateFeed } from '@nestmark/contract/feeds'
import { setPermissions } from '@nestmark/contract/share'
import { describeEvents, readFile } from '@nestmark/core/bookmarkFormats/formats.testing'
import { expect, test } from 'vitest'
import { type Person, signIn } from '../../test/support/people.ts'
import { ada, add, app, folder, publish, setUpFixture, site } from '../feeds/fixture.testing.ts'

setUpFixture()

/** Returns what the import reads in a person's OPML. */
async function opmlOf({ token }: Person): Promise<string[]> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await fetch(`${app.origin}/api/${exportFeeds.path}`, { method: 'POST', headers, body: '{}' })
  expect(answer.headers.get('content-disposition')).toContain('nestmark-feeds.opml')
  return describeEvents(await readFile(await answer.text()))
}

test('IO-02 a person exports the own feeds as OPML, in folders by collection', async () => {
  publish('/rss', [])
  const rosa = await signIn(app, 'rosa', 2)
  expect(await opmlOf(rosa)).toEqual(['= opml'])
  await ada.call(setPermissions, { folder_id: folder, read: 1, write: 1, write_members: [rosa.id] } as never)
  const inside = (await ada.call(createCollection, { name: 'Inside', parent: folder }))._id
  const gone = (await ada.call(createCollection, { name: 'Gone' }))._id
  await add('/rss', { tag: 'fresh' })
  await ada.call(addFeed, { folder_id: inside, address: 'https://unread.example/feed' })
  const last = await ada.call(addFeed, { folder_id: gone, address: 'https://last.example/feed' })
  await ada.call(trashCollections, { folderIdArr: [gone], isTrash: 1 })
  const hers = { folder_id: inside, address: 'https://hers.example/feed' }
  await rosa.call(addFeed, hers)
  const own = [
    '+ Reading',
    `  News <${site.origin}/rss> #fresh`,
    '  + Inside',
    '    https://unread.example/feed <https://unread.example/feed>',
  ]
  expect(await opmlOf(ada)).toEqual(['= opml', '+ Gone', `  ${last.address} <${last.address}>`, ...own])
  expect(await opmlOf(rosa)).toEqual(['= opml', '+ Inside', `  ${hers.address} <${hers.address}>`])
  await ada.call(updateFeed, { feed_id: last._id, folder_id: ada.rootId })
  expect(await opmlOf(ada)).toEqual(['= opml', `${last.address} <${last.address}>`, ...own])
})
