import {
  createCollection,
  favouriteCollection,
  getCollection,
  moveCollections,
  trashCollections,
} from '@nestmark/contract/collections'
import {
  answerOffer,
  listOffers,
  offerCollection,
  withdrawOffer,
} from '@nestmark/contract/sharing/ownershipTransfer'
import { undo } from '@nestmark/contract/jobs'
import { saveNote } from '@nestmark/contract/links/linkNote'
import { favouriteLink, getLink, moveLinks, saveLink, trashLinks } from '@nestmark/contract/links/links'
import {
  listSharedCollections,
  setPermissions,
  createShortLink,
  listPeopleWithAccess,
} from '@nestmark/contract/sharing/share'
import { enforceQuotas } from '../../access/planQuotas.ts'
import { afterEach, expect, test } from 'vitest'
import { toOutcome } from '../../test/support/people.ts'
import {
  actions,
  app,
  createOffered,
  folder,
  found,
  inOrder,
  links,
  note,
  setUpFixture,
  tags,
} from './fixture.testing.ts'

setUpFixture()
afterEach(() => enforceQuotas(false))

test('SHR makes an offer to a member, notifies, lists, declines and withdraws it, without any other change', async () => {
  const { ada, willem, rosa, top, outer, offer } = await createOffered()
  expect(await toOutcome(ada.call(offerCollection, { folder_id: top, person_id: rosa.id }))).toBe(
    'ownershipTransfer.notMember',
  )
  expect(await toOutcome(ada.call(offerCollection, { folder_id: top, person_id: 'nobody' }))).toBe(
    'ownershipTransfer.notMember',
  )
  expect(await toOutcome(ada.call(offerCollection, { folder_id: top, person_id: ada.id }))).toBe(
    'ownershipTransfer.notMember',
  )
  expect(await toOutcome(ada.call(offerCollection, { folder_id: ada.rootId, person_id: willem.id }))).toBe(
    'collections.rootFixed',
  )
  expect(await toOutcome(willem.call(offerCollection, { folder_id: top, person_id: rosa.id }))).toBe(
    'collections.readOnly',
  )
  expect(await toOutcome(rosa.call(offerCollection, { folder_id: top, person_id: rosa.id }))).toBe(
    'collections.notFound',
  )
  await ada.call(saveLink, { ...note('Inside'), parent: top })
  await offer()
  expect((await willem.call(listOffers, {})).to_me).toEqual([
    expect.objectContaining({
      folder: { _id: top, name: 'Archive' },
      from: { name: 'ada', email: ada.email },
      links: 1,
      folders: 1,
    }),
  ])
  expect((await ada.call(listOffers, {})).by_me).toEqual([
    expect.objectContaining({
      folder: { _id: top, name: 'Archive' },
      to: { _id: willem.id, email: willem.email },
    }),
  ])
  expect(await rosa.call(listOffers, {})).toEqual({ to_me: [], by_me: [] })
  expect(await actions(willem)).toContain('offer_new')
  // Other users can neither answer nor withdraw.
  expect(await toOutcome(rosa.call(answerOffer, { folder_id: top, accept: 1 }))).toBe(
    'ownershipTransfer.expired',
  )
  expect(await toOutcome(ada.call(answerOffer, { folder_id: top, accept: 1 }))).toBe(
    'ownershipTransfer.expired',
  )
  expect(await toOutcome(willem.call(withdrawOffer, { folder_id: top }))).toBe('ownershipTransfer.expired')

  await willem.call(answerOffer, { folder_id: top, accept: 0 })
  expect(await actions(ada)).toContain('offer_declined')
  expect(await toOutcome(willem.call(answerOffer, { folder_id: top, accept: 1 }))).toBe(
    'ownershipTransfer.expired',
  )
  await offer()
  await ada.call(withdrawOffer, { folder_id: top })
  expect(await actions(willem)).not.toContain('offer_new')
  expect(await toOutcome(willem.call(answerOffer, { folder_id: top, accept: 1 }))).toBe(
    'ownershipTransfer.expired',
  )

  // A removed member has no offers; a trashed collection cannot be accepted.
  await offer()
  await ada.call(setPermissions, { folder_id: top, read: 0, write: 0 })
  expect((await willem.call(listOffers, {})).to_me).toEqual([])
  expect(await toOutcome(willem.call(answerOffer, { folder_id: top, accept: 1 }))).toBe(
    'ownershipTransfer.expired',
  )
  await ada.call(setPermissions, { folder_id: top, read: 1, write: 1, write_members: [willem.id] })
  await ada.call(trashCollections, { folderIdArr: [outer], isTrash: 1 })
  expect(await toOutcome(willem.call(answerOffer, { folder_id: top, accept: 1 }))).toBe('collections.inTrash')
  expect((await folder(willem, top)).role).not.toBe('owner')
  await inOrder()
})

test('SHR once accepted, all descendants belong to the new owner, and the previous one can still write', async () => {
  const { ada, willem, rosa, outer, top, room, share, offer } = await createOffered()
  await share(outer, rosa)
  const keep = await ada.call(saveLink, { ...note('Owned by Ada', ['common', 'hers']), parent: outer })
  const one = await ada.call(saveLink, { ...note('Wanderer', ['common', 'travel']), parent: top })
  const two = await ada.call(saveLink, { ...note('Nightingale', ['Travel']), parent: room })
  const lost = await ada.call(saveLink, { ...note('Thrown away', ['travel']), parent: room })
  await ada.call(trashLinks, { linkIdArr: [lost._id] })
  await willem.call(saveLink, note('His own', ['Common']))
  await ada.call(favouriteLink, { link_id: one._id, is_fav: 1 })
  await ada.call(favouriteCollection, { folder_id: room, is_fav: 1 })
  await ada.call(saveNote, { link_id: one._id, note: 'for my eyes' })
  const { short_link: short } = await ada.call(createShortLink, { folder_id: top })
  await offer()
  expect(await willem.call(answerOffer, { folder_id: top, accept: 1 })).toEqual({})

  const [taken, inner] = [await folder(willem, top), await folder(willem, room)]
  expect([taken.role, taken.parent, inner.role, taken.links_count]).toEqual([
    'owner',
    willem.rootId,
    'owner',
    1,
  ])
  expect((await folder(ada, top)).role).toBe('write')
  expect((await ada.call(listSharedCollections, {})).map(each => [each._id, each.type])).toEqual([
    [top, 'write'],
  ])
  expect(await willem.call(listSharedCollections, {})).toEqual([])
  expect([await links(ada), await links(willem)]).toEqual([1, 3])
  expect(await tags(ada)).toEqual({ common: 1, hers: 1, travel: 0 })
  expect(await tags(willem)).toEqual({ Common: 2, travel: 2 })
  expect(await found(ada, 'wanderer')).toEqual([])
  expect(await found(ada, 'wanderer', 'willem')).toEqual(['Wanderer'])
  expect(await found(willem, 'nightin')).toEqual(['Nightingale'])
  expect(await found(willem, 'travel')).toEqual(expect.arrayContaining(['Wanderer', 'Nightingale']))
  expect((await ada.call(getLink, { link_id: one._id })).link?.favourite).toBe(1)
  expect((await ada.call(createShortLink, { folder_id: top }).catch(error => error.code)) as unknown).toBe(
    'collections.readOnly',
  )
  expect((await willem.call(createShortLink, { folder_id: top })).short_link).toBe(short)
  expect(
    (await willem.call(listPeopleWithAccess, { folder_id: top })).people.map(({ email, type }) => [
      email,
      type,
    ]),
  ).toEqual([
    [willem.email, 'owner'],
    [ada.email, 'write'],
  ])
  // Rosa had access through Outer.
  expect(await toOutcome(rosa.call(getCollection, { folder_id: top }))).toBe('collections.private')
  expect(await actions(ada)).toContain('offer_accepted')
  // The previous owner can still write; the trash was transferred too.
  const added = await ada.call(saveLink, { ...note('Later', ['travel']), parent: room })
  expect((await willem.call(getLink, { link_id: added._id })).link?.name).toBe('Later')
  await willem.call(trashLinks, { linkIdArr: [lost._id], isTrash: 0 })
  expect(await tags(willem)).toEqual({ Common: 2, travel: 4 })
  expect((await ada.call(getLink, { link_id: keep._id })).link?.name).toBe('Owned by Ada')
  expect(two._id).toBeTruthy()
  await inOrder()
})

test('SHR does not undo earlier actions across owners', async () => {
  const { ada, willem, outer, top, room, offer } = await createOffered()
  const link = await ada.call(saveLink, { ...note('Moved', ['x']), parent: outer })
  const other = await ada.call(saveLink, { ...note('Moved out', ['x']), parent: room })
  const into = await ada.call(moveLinks, { links: [link._id], move_to: top })
  const out = await ada.call(moveLinks, { links: [other._id], move_to: outer })
  const away = (await ada.call(createCollection, { name: 'Away' }))._id
  const folded = await ada.call(moveCollections, { folders: [away], move_to: top })
  await offer()
  await willem.call(answerOffer, { folder_id: top, accept: 1 })
  for (const key of [into.undo, out.undo])
    expect(await ada.call(undo, { undo: key! })).toMatchObject({ changed: 0, left: 1 })
  // Only the new owner can move a collection.
  expect(await toOutcome(ada.call(undo, { undo: folded.undo! }))).toBe('undo.expired')
  expect((await folder(willem, away)).role).toBe('owner')
  await inOrder()
})

test("SHR PLAN-01 rejects a transfer that exceeds the new owner's plan with its message", async () => {
  const { ada, willem, top, room, offer } = await createOffered()
  await app.services.db.write(tx =>
    tx.updateTable('people').set({ plan: 1 }).where('id', '=', willem.id).execute(),
  )
  for (let n = 0; n < 3; n++) await ada.call(saveLink, { ...note(`Link ${n}`), parent: room })
  await app.services.db.write(tx =>
    tx.updateTable('people').set({ n3: 498 }).where('id', '=', willem.id).execute(),
  )
  enforceQuotas(true)
  await offer()
  expect(await toOutcome(willem.call(answerOffer, { folder_id: top, accept: 1 }))).toBe('plan.links')
  expect((await folder(willem, top)).role).toBe('read')
  // The offer is still open.
  expect((await willem.call(listOffers, {})).to_me).toHaveLength(1)
  await app.services.db.write(tx =>
    tx.updateTable('people').set({ n3: 0 }).where('id', '=', willem.id).execute(),
  )
  for (let n = 0; n < 49; n++) await willem.call(createCollection, { name: `His ${n}` })
  expect(await toOutcome(willem.call(answerOffer, { folder_id: top, accept: 1 }))).toBe('plan.collections')
  await inOrder()
  enforceQuotas(false)
  expect(await toOutcome(willem.call(answerOffer, { folder_id: top, accept: 1 }))).toBe('done')
  await inOrder()
})
