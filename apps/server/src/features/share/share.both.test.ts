import {
  createCollection,
  getCollection,
  getTree,
  listSubcollections,
  moveCollections,
  trashCollections,
  updateCollection,
} from '@nestmark/contract/collections'
import {
  favouriteLink,
  listCollectionLinks,
  getLink,
  moveLinks,
  saveLink,
  trashLinks,
  updateLink,
} from '@nestmark/contract/links/links'
import * as contract from '@nestmark/contract/sharing/share'
import type { TreeNode } from '@nestmark/contract/shapes'
import { searchLibrary } from '@nestmark/contract/search/search'
import { listTags } from '@nestmark/contract/tags'
import { describe, expect, test } from 'vitest'
import { checkIntegrity } from '../../db/integrity.ts'
import { toOutcome, type Person } from '../../test/support/people.ts'
import {
  ada,
  app,
  deep,
  links,
  research,
  rosa,
  setUpFixture,
  share,
  turf,
  willem,
} from './fixture.testing.ts'

setUpFixture()

const pathsOf = (node: TreeNode): string[] => [node.path, ...node.children.flatMap(pathsOf)]

describe('SHR-08 permissions', () => {
  test('SHR-01 SHR-08 a reader reads the collection and all its descendants, and nothing above', async () => {
    await share(turf, { read_members: [willem.id] })
    const seen = await willem.call(listSubcollections, { folder_id: turf })
    expect(seen.folder).toMatchObject({ name: 'Turf', role: 'read', parent: null, read: 0 })
    expect(seen.folder.can).toEqual({
      suggest: false,
      edit: false,
      move: false,
      trash: false,
      favourite: true,
      share: false,
      add: false,
    })
    expect(seen.folders.map(each => each.name)).toEqual(['Deep'])
    expect(seen.breadcrumb.map(each => each.name)).toEqual(['Turf'])
    expect(
      (await willem.call(listCollectionLinks, { folder_id: deep })).links.map(link => link.name),
    ).toEqual(['bottom'])
    expect((await willem.call(getLink, { link_id: links.bottom! })).link.can.edit).toBe(false)
    expect((await willem.call(getCollection, { folder_id: deep })).breadcrumb.map(each => each.name)).toEqual(
      ['Turf', 'Deep'],
    )
    expect((await willem.call(getCollection, { folder_id: deep })).folder.owner_name).toBe('ada')
    expect((await ada.call(getCollection, { folder_id: deep })).folder.owner_name).toBeUndefined()
    expect(await toOutcome(willem.call(getCollection, { folder_id: research }))).toBe('collections.private')
    expect(await toOutcome(willem.call(getLink, { link_id: links.top! }))).toBe('links.private')
    expect(JSON.stringify(seen)).not.toContain(research)
  })

  test('SHR-07 only the tree of the owner shows what is public and the number of members', async () => {
    await share(turf, { read_members: [willem.id, rosa.id] })
    const findIn = (tree: TreeNode, id: string): TreeNode | undefined =>
      tree._id === id ? tree : tree.children.map(child => findIn(child, id)).find(found => found)
    expect(findIn(await ada.call(getTree, {}), turf)).toMatchObject({ members: 2 })
    // The members of the collections above can open it too, and each person counts once.
    await share(deep, { read_members: [willem.id] })
    expect(findIn(await ada.call(getTree, {}), deep)).toMatchObject({ members: 2 })
    await share(deep, { read: 0 })
    await share(turf, { read: 3 })
    const tree = await ada.call(getTree, {})
    expect(findIn(tree, turf)).toMatchObject({ is_public: 1 })
    for (const other of [research, deep]) {
      expect(findIn(tree, other)).not.toHaveProperty('is_public')
      expect(findIn(tree, other)).not.toHaveProperty('members')
    }
    const [shared] = await willem.call(contract.getSharedTrees, {})
    if (shared) expect(JSON.stringify(shared)).not.toMatch(/is_public|members/)
    const visitor = await app.as(null)(getCollection, { folder_id: turf })
    expect(visitor.folder).toMatchObject({ role: 'public', owner_name: 'ada' })
  })

  test('SHR-08 Z05 a reader cannot change anything', async () => {
    await share(turf, { read_members: [willem.id] })
    const link = { name: 'x', link: 'https://example.org/x', category: 3 }
    expect(await toOutcome(willem.call(saveLink, { ...link, parent: deep }))).toBe('collections.readOnly')
    expect(await toOutcome(willem.call(createCollection, { name: 'x', parent: turf }))).toBe(
      'collections.readOnly',
    )
    expect(await toOutcome(willem.call(updateCollection, { folder_id: turf, name: 'x' }))).toBe(
      'collections.readOnly',
    )
    expect(await toOutcome(willem.call(updateLink, { link_id: links.bottom!, name: 'x' }))).toBe(
      'links.readOnly',
    )
    expect(await toOutcome(willem.call(trashLinks, { linkIdArr: [links.bottom!] }))).toBe('links.readOnly')
    expect(await toOutcome(willem.call(trashCollections, { folderIdArr: [deep] }))).toBe(
      'collections.readOnly',
    )
    await willem.call(favouriteLink, { link_id: links.bottom!, is_fav: 1 })
  })

  test('SHR-08 shares a new sub-collection immediately, and gives a moved one the access of its new parent immediately', async () => {
    await share(turf, { read_members: [willem.id] })
    const made = (await ada.call(createCollection, { name: 'Later', parent: deep }))._id
    expect((await willem.call(getCollection, { folder_id: made })).folder.name).toBe('Later')
    await ada.call(moveCollections, { folders: [made], move_to: research })
    expect(await toOutcome(willem.call(getCollection, { folder_id: made }))).toBe('collections.private')
    await ada.call(moveCollections, { folders: [made], move_to: turf })
    expect((await willem.call(getCollection, { folder_id: made })).folder.role).toBe('read')
  })

  test('SHR-08 a sub-collection can grant more rights, and to more people', async () => {
    await share(turf, { read_members: [willem.id] })
    await share(deep, { read: 0, write: 1, write_members: [willem.id, rosa.id] })
    const inside = await willem.call(listSubcollections, { folder_id: turf })
    expect([inside.folder.role, inside.folders[0]!.role]).toEqual(['read', 'write'])
    expect(await toOutcome(rosa.call(getCollection, { folder_id: turf }))).toBe('collections.private')
    expect((await rosa.call(getCollection, { folder_id: deep })).breadcrumb.map(each => each.label)).toEqual([
      'Shared collections (with write access)',
    ])
  })

  test('SHR-08 the trees of shares leave out one that is inside another one with at least its right', async () => {
    const lowest = (await ada.call(createCollection, { name: 'Lowest', parent: deep }))._id
    await share(turf, { read_members: [willem.id] })
    await share(lowest, { read_members: [willem.id] })
    const list = async () =>
      (await willem.call(contract.getSharedTrees, {})).map(({ type, tree }) => [type, ...pathsOf(tree)])
    const ofTurf = ['read', 'Turf', 'Turf / Deep', 'Turf / Deep / Lowest']
    expect(await list()).toEqual([ofTurf])
    await share(lowest, { read: 0, write: 1, write_members: [willem.id] })
    expect((await list()).toSorted()).toEqual([ofTurf, ['write', 'Lowest']])
    await share(turf, { read: 0 })
    expect(await list()).toEqual([['write', 'Lowest']])
  })

  test('C05 Z06 a repeated request of a writer returns its own link, and never one of the owner', async () => {
    await share(turf, { read: 0, write: 1, write_members: [rosa.id] })
    const form = { name: 'Once', link: 'https://example.org/once', category: 3 }
    const send = (who: Person, parent: string, idempotencyKey: string) =>
      who.call(saveLink, { ...form, parent }, { idempotencyKey })
    const [first, again] = [await send(rosa, deep, 'rosa-1'), await send(rosa, deep, 'rosa-1')]
    expect(again._id).toBe(first._id)
    expect(again.can).toEqual(first.can)
    expect(first.can).toMatchObject({ edit: true, share: false })
    // The same key of another person is another request: its result is neither the owner's nor another member's.
    await share(turf, { read: 0, write: 1, write_members: [willem.id] })
    const all = [
      await send(ada, research, 'same'),
      await send(rosa, deep, 'same'),
      await send(willem, deep, 'same'),
    ]
    expect(new Set(all.map(link => link._id)).size).toBe(3)
    expect((await send(willem, deep, 'same'))._id).toBe(all[2]!._id)
    expect((await send(ada, research, 'same'))._id).toBe(all[0]!._id)
    // With another target it is another call.
    expect(await toOutcome(send(willem, turf, 'same'))).toBe('request.keyReused')
    // A link that the owner moved away since is inaccessible to others.
    await ada.call(moveLinks, { links: [all[2]!._id], move_to: research })
    expect(await toOutcome(send(willem, deep, 'same'))).toBe('links.notFound')
    expect((await send(rosa, deep, 'same'))._id).toBe(all[1]!._id)
  })

  test('SHR-06 Z06 a writer adds, changes and trashes, and cannot share, move away or delete the collection', async () => {
    await share(turf, { read: 0, write: 1, write_members: [rosa.id] })
    const saved = await rosa.call(saveLink, {
      name: 'Of Rosa',
      link: 'https://example.org/r',
      category: 3,
      parent: deep,
      tags: ['new'],
    })
    expect((await ada.call(listCollectionLinks, { folder_id: deep })).links.map(link => link.name)).toContain(
      'Of Rosa',
    )
    await rosa.call(updateLink, { link_id: saved._id, name: 'Changed' })
    await rosa.call(createCollection, { name: 'By Rosa', parent: deep })
    await rosa.call(updateCollection, { folder_id: deep, name: 'Deeper' })
    expect(await toOutcome(rosa.call(contract.setPermissions, { folder_id: turf, read: 3, write: 0 }))).toBe(
      'collections.readOnly',
    )
    expect(await toOutcome(rosa.call(contract.getPermissions, { folder_id: turf }))).toBe(
      'collections.readOnly',
    )
    expect(await toOutcome(rosa.call(contract.makeLinkPublic, { link_id: saved._id, is_public: 1 }))).toBe(
      'links.readOnly',
    )
    const own = (await rosa.call(createCollection, { name: 'Own' }))._id
    expect(await toOutcome(rosa.call(moveCollections, { folders: [deep], move_to: own }))).toBe(
      'collections.readOnly',
    )
    expect((await rosa.call(getLink, { link_id: saved._id })).link.can).toMatchObject({
      edit: true,
      share: false,
    })
    expect((await rosa.call(updateLink, { link_id: saved._id, name: 'Changed' })).can.share).toBe(false)
    // A writer cannot take items out of the owner's library by any call.
    expect(await toOutcome(rosa.call(updateLink, { link_id: saved._id, parent: own }))).toBe(
      'collections.otherOwner',
    )
    expect(await toOutcome(rosa.call(moveLinks, { links: [saved._id], move_to: own }))).toBe(
      'collections.otherOwner',
    )
    await rosa.call(moveLinks, { links: [saved._id], move_to: turf })
    await rosa.call(trashLinks, { linkIdArr: [saved._id] })
    await rosa.call(trashLinks, { linkIdArr: [saved._id], isTrash: 0 })
    expect((await ada.call(searchLibrary, { input: 'changed' })).total).toBe(1)
    // Its tags belong to the owner, too.
    const tagged = (await rosa.call(searchLibrary, { input: 'mine', type: 'tag' })).links
    expect(tagged.map(link => link.owner_name)).toEqual(['ada', 'ada'])
    expect(await rosa.call(listTags, {})).toEqual([])
  })

  test('SHR-08 Z07 a member whom the owner removes, or who leaves, sees nothing from the next call on', async () => {
    await share(turf, { read: 1, write: 1, read_members: [willem.id], write_members: [rosa.id] })
    await share(turf, { read: 1, write: 1, read_members_remove: [willem.id] })
    expect(await toOutcome(willem.call(getCollection, { folder_id: deep }))).toBe('collections.private')
    expect((await rosa.call(getCollection, { folder_id: deep })).folder.role).toBe('write')
    await rosa.call(contract.leaveCollection, { folder_id: turf })
    expect(await toOutcome(rosa.call(getCollection, { folder_id: deep }))).toBe('collections.private')
    expect(await toOutcome(rosa.call(contract.leaveCollection, { folder_id: turf }))).toBe(
      'collections.notFound',
    )
    await share(turf, { read_members: [willem.id] })
    await share(turf, { read: 0 })
    expect((await willem.call(contract.listSharedCollections, {})).length).toBe(0)
    expect(await toOutcome(willem.call(getLink, { link_id: links.bottom! }))).toBe('links.private')
  })

  test('SHR-08 shows the trash to its owner only', async () => {
    await share(turf, { read: 3, read_members: [willem.id] })
    await ada.call(trashCollections, { folderIdArr: [deep], isTrash: 1 })
    expect(await toOutcome(willem.call(getCollection, { folder_id: deep }))).toBe('collections.notFound')
    expect(await toOutcome(willem.call(getLink, { link_id: links.bottom! }))).toBe('links.notFound')
    expect((await willem.call(listSubcollections, { folder_id: turf })).folders).toEqual([])
  })
})

test('SHR-08 C05 many people write into one collection concurrently, and its counters are correct', async () => {
  await share(turf, { read: 0, write: 1, write_members: [rosa.id, willem.id] })
  const save = (person: Person, n: number) =>
    person.call(saveLink, {
      name: `Of many ${n}`,
      link: 'https://example.org/m',
      category: 3,
      parent: deep,
      tags: ['many'],
    })
  const saved = await Promise.all(Array.from({ length: 24 }, (_, n) => save([ada, rosa, willem][n % 3]!, n)))
  const done = await Promise.allSettled([
    ...saved
      .slice(0, 8)
      .map((link, n) => [ada, rosa, willem][n % 3]!.call(trashLinks, { linkIdArr: [link._id] })),
    ...saved
      .slice(8, 16)
      .map((link, n) => [willem, ada, rosa][n % 3]!.call(moveLinks, { links: [link._id], move_to: turf })),
    ...saved
      .slice(16)
      .map((link, n) => [rosa, willem, ada][n % 3]!.call(updateLink, { link_id: link._id, category: 2 })),
  ])
  expect(done.filter(each => each.status === 'rejected')).toEqual([])
  const [inDeep, inTurf] = [
    (await ada.call(getCollection, { folder_id: deep })).folder,
    (await ada.call(getCollection, { folder_id: turf })).folder,
  ]
  expect([inDeep.category_counts, inTurf.links_count]).toEqual([[0, 8, 1, 0, 0], 9])
  expect((await checkIntegrity(app.services.db)).findings).toEqual([])
})
