import { createCollection, trashCollections } from '@nestmark/contract/collections'
import { addFeed, exportFeeds, listFeeds, updateFeed } from '@nestmark/contract/feeds'
import type { Input } from '@nestmark/contract/operation'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { describeEvents, readFile } from '@nestmark/core/bookmarkFormats/formats.testing'
import { expect, test } from 'vitest'
import { type Person, signIn } from '../../../test/support/people.ts'
import { ada, add, app, folder, publish, setUpFixture, site } from '../../feeds/fixture.testing.ts'

setUpFixture()

/** Returns what the import reads in a person's OPML. */
async function opmlOf({ token }: Person, input: Input<typeof exportFeeds> = {}): Promise<string[]> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify(input)
  const answer = await fetch(`${app.origin}/api/${exportFeeds.path}`, { method: 'POST', headers, body })
  expect(answer.headers.get('content-disposition')).toContain('nestmark-feeds.opml')
  return describeEvents(await readFile(await answer.text()))
}

test('IO-02 a person exports the own feeds as OPML, in folders by collection', async () => {
  publish('/rss', [])
  const rosa = await signIn(app, 'rosa', 2)
  expect(await opmlOf(rosa)).toEqual(['= opml'])
  await ada.call(setPermissions, { folder_id: folder, read: 1, write: 1, write_members: [rosa.id] } as never)
  const inside = (await ada.call(createCollection, { name: 'Inside', parent: folder }))._id
  const trashed = (await ada.call(createCollection, { name: 'Gathered' }))._id
  await add('/rss', { tag: 'fresh' })
  await ada.call(addFeed, { folder_id: inside, address: 'https://unread.example/feed' })
  const last = await ada.call(addFeed, { folder_id: trashed, address: 'https://last.example/feed' })
  await ada.call(trashCollections, { folderIdArr: [trashed], isTrash: 1 })
  const hers = { folder_id: inside, address: 'https://hers.example/feed' }
  await rosa.call(addFeed, hers)
  const own = [
    '+ Reading',
    `  News <${site.origin}/rss> #fresh`,
    '  + Inside',
    '    https://unread.example/feed <https://unread.example/feed>',
  ]
  expect(await opmlOf(ada)).toEqual(['= opml', '+ Gathered', `  ${last.address} <${last.address}>`, ...own])
  expect(await opmlOf(rosa)).toEqual(['= opml', '+ Inside', `  ${hers.address} <${hers.address}>`])
  await ada.call(updateFeed, { feed_id: last._id, folder_id: ada.rootId })
  expect(await opmlOf(ada)).toEqual(['= opml', `${last.address} <${last.address}>`, ...own])
})

test('IO-02 exports the feeds of a collection as OPML, with or without those inside', async () => {
  publish('/rss', [])
  const rosa = await signIn(app, 'rosa', 2)
  await ada.call(setPermissions, { folder_id: folder, read: 1, write: 1, write_members: [rosa.id] } as never)
  const inside = (await ada.call(createCollection, { name: 'Inside', parent: folder }))._id
  const beside = (await ada.call(createCollection, { name: 'Beside' }))._id
  await add('/rss')
  const addTo = async (folder_id: string, name: string, who = ada) =>
    (await who.call(addFeed, { folder_id, address: `https://${name}.example/feed` })).address
  const [hers, other] = [await addTo(inside, 'hers', rosa), await addTo(beside, 'other')]
  const top = ['= opml', '+ Reading', `  News <${site.origin}/rss>`]
  const below = ['  + Inside', `    ${hers} <${hers}>`]
  expect(await opmlOf(ada, { folder_id: folder })).toEqual(top)
  // A user who may write there has the feeds of everybody.
  for (const who of [ada, rosa])
    expect(await opmlOf(who, { folder_id: folder, include_sub: 1 })).toEqual([...top, ...below])
  expect(await opmlOf(ada, { folder_id: ada.rootId, include_sub: 1 })).toEqual([
    '= opml',
    '+ Beside',
    `  ${other} <${other}>`,
    ...top.slice(1),
    ...below,
  ])
  const listed = await rosa.call(listFeeds, { folder_id: folder, include_sub: 1 })
  expect(listed.map(feed => feed.folder?.name).sort()).toEqual(['Inside', 'Reading'])
  await ada.call(trashCollections, { folderIdArr: [beside], isTrash: 1 })
  const request = {
    method: 'POST',
    headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' },
  }
  const answer = await fetch(`${app.origin}/api/${exportFeeds.path}`, {
    ...request,
    body: JSON.stringify({ folder_id: beside }),
  })
  expect(await answer.json()).toMatchObject({ code: 'collections.inTrash' })
})
