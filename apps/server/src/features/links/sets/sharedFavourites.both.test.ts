import {
  favouriteCollection,
  listFavouriteCollections,
  moveCollections,
  trashCollections,
} from '@nestmark/contract/collections'
import {
  listDashboardLinks,
  favouriteLink,
  favouriteLinks,
  listFavouriteLinks,
  saveLink,
} from '@nestmark/contract/links/links'
import { getUserData } from '@nestmark/contract/session'
import { leaveCollection } from '@nestmark/contract/sharing/share'
import { expect, test } from 'vitest'
import { toOutcome, type Person } from '../../../test/support/people.ts'
import {
  ada,
  deep,
  links,
  research,
  rosa,
  setUpFixture,
  share,
  turf,
  willem,
  xaver,
} from '../../share/fixture.testing.ts'

setUpFixture()

const toReader = () => share(turf, { read_members: [rosa.id] })
const star = async (who: Person) => {
  await who.call(favouriteLink, { link_id: links.bottom!, is_fav: 1 })
  await who.call(favouriteCollection, { folder_id: deep, is_fav: 1 })
}
/** Returns each list of favourites, by name and owner. */
const starred = async (who: Person) => {
  const { links: all, total } = await who.call(listFavouriteLinks, {})
  const tab = await who.call(listDashboardLinks, { favourite: 1 })
  const folders = await who.call(listFavouriteCollections, {})
  const me = await who.call(getUserData, {})
  expect([total, tab.links, tab.total]).toEqual([all.length, all, all.length])
  expect(me.favourite_links.toSorted()).toEqual(all.map(each => each._id).toSorted())
  expect(me.favourite_folders.toSorted()).toEqual(folders.map(each => each._id).toSorted())
  return [...all, ...folders].map(each => [each.name, each.owner_name])
}
const both = [
  ['bottom', 'ada'],
  ['Deep', 'ada'],
]

test('FAV-01 FAV-02 SHR-06 a member marks shared links and collections, and finds both with their owners', async () => {
  await toReader()
  await star(rosa)
  expect(await starred(rosa)).toEqual(both)
  const [link] = (await rosa.call(listFavouriteLinks, {})).links
  expect([link!.favourite, link!.can.edit, link!.can.favourite]).toEqual([1, false, true])
  const [folder] = await rosa.call(listFavouriteCollections, {})
  expect([folder!.favourite, folder!.role, folder!.parent]).toEqual([1, 'read', null])
  await rosa.call(saveLink, { name: 'bottom of mine', desc: 'x', category: 4 })
  const words = await rosa.call(listDashboardLinks, { favourite: 1, input: 'bott' })
  expect(words.links.map(each => each.name)).toEqual(['bottom'])
  expect((await rosa.call(listDashboardLinks, { favourite: 1, category: 1 })).total).toBe(0)
})

test('FAV-02 Z18 keeps favourite marks private to the person', async () => {
  await toReader()
  await share(turf, { write: 1, write_members: [willem.id], read_members: [rosa.id] })
  await star(rosa)
  for (const who of [ada, willem]) expect(await starred(who)).toEqual([])
  await star(willem)
  await rosa.call(favouriteLinks, { links: [links.bottom!], is_fav: 0 })
  await rosa.call(favouriteCollection, { folder_id: deep, is_fav: 0 })
  expect([await starred(rosa), await starred(willem)]).toEqual([[], both])
})

test('FAV-02 Z07 favourite marks end with the share: removed, left, moved away, trashed', async () => {
  await toReader()
  await star(rosa)
  const ways: [() => Promise<unknown>, () => Promise<unknown>][] = [
    [() => share(turf, { read: 0 }), toReader],
    [() => rosa.call(leaveCollection, { folder_id: turf }), toReader],
    [
      () => ada.call(moveCollections, { folders: [deep], move_to: research }),
      () => ada.call(moveCollections, { folders: [deep], move_to: turf }),
    ],
    [
      () => ada.call(trashCollections, { folderIdArr: [turf] }),
      () => ada.call(trashCollections, { folderIdArr: [turf], isTrash: 0 }),
    ],
  ]
  for (const [away, back] of ways) {
    await away()
    expect(await starred(rosa)).toEqual([])
    await back()
    expect(await starred(rosa)).toEqual(both)
  }
  // With public access only, a non-member cannot mark it.
  await share(turf, { read: 3, read_members_remove: [rosa.id] })
  expect(await starred(rosa)).toEqual([])
  expect(await toOutcome(xaver.call(favouriteLink, { link_id: links.bottom!, is_fav: 1 }))).toBe(
    'links.readOnly',
  )
})
