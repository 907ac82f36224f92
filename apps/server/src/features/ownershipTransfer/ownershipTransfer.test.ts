import {
  createFolder,
  favFolder,
  getFolderData,
  moveFolders,
  trashFolders,
} from '@nestmark/contract/collections'
import { answerOffer, getOffers, offerCollection, withdrawOffer } from '@nestmark/contract/ownershipTransfer'
import { undo } from '@nestmark/contract/jobs'
import { saveNote } from '@nestmark/contract/linkNote'
import { favLink, getSingleLink, moveLinks, saveLink, saveLinks, trashLinks } from '@nestmark/contract/links'
import { notifications } from '@nestmark/contract/notifications'
import { getUserData } from '@nestmark/contract/session'
import { proSearch } from '@nestmark/contract/search'
import { getSharedFolders, setFolderPermissions, shareFolder, whoCanSee } from '@nestmark/contract/share'
import { getAllTags } from '@nestmark/contract/tags'
import { holdPlans } from '../../access/plan.ts'
import { checkIntegrity } from '../../db/integrity.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { waitForEnd } from '../../test/support/jobs.ts'
import { toOutcome, type Person, signIn } from '../../test/support/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())
afterEach(() => holdPlans(false))

const note = (name: string, tags: string[] = []) => ({
  name,
  desc: `Words of ${name}`,
  category: 4 as const,
  tags,
})
const folder = (who: Person, id: string) =>
  who.call(getFolderData, { folder_id: id }).then(data => data.folder)
const links = async (who: Person) =>
  Object.values((await who.call(getUserData, {})).count).reduce((sum, n) => sum + n, 0)
const tags = async (who: Person) =>
  Object.fromEntries((await who.call(getAllTags, {})).map(tag => [tag.name, tag.links_count]))
/** Returns the names of search results: the person's own, or those that others share with the person. */
const found = async (who: Person, input: string, of?: string) =>
  (await who.call(proSearch, { input, type: 1 })).links
    .filter(link => link.owner_name === of)
    .map(link => link.name)
const actions = async (who: Person) => (await who.call(notifications, {})).map(each => each.action)
const inOrder = async () => expect((await checkIntegrity(app.services.db)).findings).toEqual([])

/** Creates Ada's collection with a sub-collection, which Willem may read. */
async function createOffered(write = 0) {
  const [ada, willem, rosa] = await Promise.all([
    signIn(app, 'ada', 2),
    signIn(app, 'willem', 2),
    signIn(app, 'rosa', 2),
  ])
  const outer = (await ada.call(createFolder, { name: 'Outer' }))._id
  const top = (await ada.call(createFolder, { name: 'Shelf', parent: outer }))._id
  const room = (await ada.call(createFolder, { name: 'Room', parent: top }))._id
  const share = (folder_id: string, who: Person, may = 0) =>
    ada.call(setFolderPermissions, {
      folder_id,
      read: 1,
      write: may ? 1 : 0,
      [may ? 'write_members' : 'read_members']: [who.id],
    })
  await share(top, willem, write)
  const offer = () => ada.call(offerCollection, { folder_id: top, person_id: willem.id })
  return { ada, willem, rosa, outer, top, room, share, offer }
}

test('SHR an offer is made to a member, notified, listed, declined and withdrawn, without any other change', async () => {
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
  expect((await willem.call(getOffers, {})).to_me).toEqual([
    expect.objectContaining({
      folder: { _id: top, name: 'Shelf' },
      from: { name: 'ada', email: ada.email },
      links: 1,
      folders: 1,
    }),
  ])
  expect((await ada.call(getOffers, {})).by_me).toEqual([
    expect.objectContaining({
      folder: { _id: top, name: 'Shelf' },
      to: { _id: willem.id, email: willem.email },
    }),
  ])
  expect(await rosa.call(getOffers, {})).toEqual({ to_me: [], by_me: [] })
  expect(await actions(willem)).toContain('offer_new')
  // Strangers can neither answer nor withdraw.
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
  await ada.call(setFolderPermissions, { folder_id: top, read: 0, write: 0 })
  expect((await willem.call(getOffers, {})).to_me).toEqual([])
  expect(await toOutcome(willem.call(answerOffer, { folder_id: top, accept: 1 }))).toBe(
    'ownershipTransfer.expired',
  )
  await ada.call(setFolderPermissions, { folder_id: top, read: 1, write: 1, write_members: [willem.id] })
  await ada.call(trashFolders, { folderIdArr: [outer], isTrash: 1 })
  expect(await toOutcome(willem.call(answerOffer, { folder_id: top, accept: 1 }))).toBe('collections.inTrash')
  expect((await folder(willem, top)).role).not.toBe('owner')
  await inOrder()
})

test('SHR once accepted, all descendants belong to the new owner, and the former one can still write', async () => {
  const { ada, willem, rosa, outer, top, room, share, offer } = await createOffered()
  await share(outer, rosa)
  const keep = await ada.call(saveLink, { ...note('Kept by Ada', ['common', 'hers']), parent: outer })
  const one = await ada.call(saveLink, { ...note('Wanderer', ['common', 'travel']), parent: top })
  const two = await ada.call(saveLink, { ...note('Nightingale', ['Travel']), parent: room })
  const lost = await ada.call(saveLink, { ...note('Thrown away', ['travel']), parent: room })
  await ada.call(trashLinks, { linkIdArr: [lost._id] })
  await willem.call(saveLink, note('His own', ['Common']))
  await ada.call(favLink, { link_id: one._id, is_fav: 1 })
  await ada.call(favFolder, { folder_id: room, is_fav: 1 })
  await ada.call(saveNote, { link_id: one._id, note: 'for my eyes' })
  const { short_link: short } = await ada.call(shareFolder, { folder_id: top })
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
  expect((await ada.call(getSharedFolders, {})).map(each => [each._id, each.type])).toEqual([[top, 'write']])
  expect(await willem.call(getSharedFolders, {})).toEqual([])
  expect([await links(ada), await links(willem)]).toEqual([1, 3])
  expect(await tags(ada)).toEqual({ common: 1, hers: 1, travel: 0 })
  expect(await tags(willem)).toEqual({ Common: 2, travel: 2 })
  expect(await found(ada, 'wanderer')).toEqual([])
  expect(await found(ada, 'wanderer', 'willem')).toEqual(['Wanderer'])
  expect(await found(willem, 'nightin')).toEqual(['Nightingale'])
  expect(await found(willem, 'travel')).toEqual(expect.arrayContaining(['Wanderer', 'Nightingale']))
  expect((await ada.call(getSingleLink, { link_id: one._id })).link?.favourite).toBe(1)
  expect((await ada.call(shareFolder, { folder_id: top }).catch(error => error.code)) as unknown).toBe(
    'collections.readOnly',
  )
  expect((await willem.call(shareFolder, { folder_id: top })).short_link).toBe(short)
  expect(
    (await willem.call(whoCanSee, { folder_id: top })).people.map(({ email, type }) => [email, type]),
  ).toEqual([
    [willem.email, 'owner'],
    [ada.email, 'write'],
  ])
  // Rosa had access through Outer.
  expect(await toOutcome(rosa.call(getFolderData, { folder_id: top }))).toBe('collections.private')
  expect(await actions(ada)).toContain('offer_accepted')
  // The former owner can still write; the trash was transferred too.
  const added = await ada.call(saveLink, { ...note('Later', ['travel']), parent: room })
  expect((await willem.call(getSingleLink, { link_id: added._id })).link?.name).toBe('Later')
  await willem.call(trashLinks, { linkIdArr: [lost._id], isTrash: 0 })
  expect(await tags(willem)).toEqual({ Common: 2, travel: 4 })
  expect((await ada.call(getSingleLink, { link_id: keep._id })).link?.name).toBe('Kept by Ada')
  expect(two._id).toBeTruthy()
  await inOrder()
})

test('SHR earlier actions cannot be undone across owners', async () => {
  const { ada, willem, outer, top, room, offer } = await createOffered()
  const link = await ada.call(saveLink, { ...note('Moved', ['x']), parent: outer })
  const other = await ada.call(saveLink, { ...note('Moved out', ['x']), parent: room })
  const into = await ada.call(moveLinks, { links: [link._id], move_to: top })
  const out = await ada.call(moveLinks, { links: [other._id], move_to: outer })
  const away = (await ada.call(createFolder, { name: 'Away' }))._id
  const folded = await ada.call(moveFolders, { folders: [away], move_to: top })
  await offer()
  await willem.call(answerOffer, { folder_id: top, accept: 1 })
  for (const key of [into.undo, out.undo])
    expect(await ada.call(undo, { undo: key! })).toMatchObject({ changed: 0, left: 1 })
  // Only the new owner can move a collection.
  expect(await toOutcome(ada.call(undo, { undo: folded.undo! }))).toBe('undo.expired')
  expect((await folder(willem, away)).role).toBe('owner')
  await inOrder()
})

test('SHR of a concurrent answer and withdrawal one wins, two transfers run one after the other, and saves lose nothing', async () => {
  for (let round = 0; round < 6; round++) {
    const { ada, willem, outer, top, room, offer } = await createOffered(round % 2)
    const other = (await ada.call(createFolder, { name: 'Other' }))._id
    await ada.call(saveLink, { ...note('There', ['a', 'b']), parent: room })
    await offer()
    const actions = await Promise.all([
      toOutcome(willem.call(answerOffer, { folder_id: top, accept: 1 })),
      toOutcome(
        round < 3
          ? ada.call(withdrawOffer, { folder_id: top })
          : ada.call(offerCollection, { folder_id: top, person_id: willem.id }),
      ),
      toOutcome(ada.call(moveFolders, { folders: [top], move_to: other })),
      ...Array.from({ length: 6 }, (_, n) =>
        toOutcome(ada.call(saveLink, { ...note(`Race ${n}`, ['a', `n${n}`]), parent: n % 2 ? room : top })),
      ),
      toOutcome(willem.call(answerOffer, { folder_id: top, accept: 1 })),
    ])
    const [accepted, second] = [actions[0], actions.at(-1)]
    const owner = (await folder(willem, top)).role === 'owner'
    if (round < 3)
      expect(
        [accepted, second].filter(each => each === 'done').length + (actions[1] === 'done' ? 1 : 0),
      ).toBe(1)
    expect([accepted, second].includes('done')).toBe(owner)
    const saved = actions.slice(3, -1).filter(each => each === 'done').length
    // No acknowledged save is missing, in whichever library it is now.
    expect((await links(ada)) + (await links(willem))).toBe(1 + saved)
    expect(await links(owner ? ada : willem)).toBe(0)
    expect(outer).toBeTruthy()
    await inOrder()
  }
})

test("SHR PLAN-01 a transfer that exceeds the new owner's plan is refused with its message", async () => {
  const { ada, willem, top, room, offer } = await createOffered()
  await app.services.db.write(tx =>
    tx.updateTable('people').set({ plan: 1 }).where('id', '=', willem.id).execute(),
  )
  for (let n = 0; n < 3; n++) await ada.call(saveLink, { ...note(`Link ${n}`), parent: room })
  await app.services.db.write(tx =>
    tx.updateTable('people').set({ n3: 498 }).where('id', '=', willem.id).execute(),
  )
  holdPlans(true)
  await offer()
  expect(await toOutcome(willem.call(answerOffer, { folder_id: top, accept: 1 }))).toBe('plan.links')
  expect((await folder(willem, top)).role).toBe('read')
  // The offer is still open.
  expect((await willem.call(getOffers, {})).to_me).toHaveLength(1)
  await app.services.db.write(tx =>
    tx.updateTable('people').set({ n3: 0 }).where('id', '=', willem.id).execute(),
  )
  for (let n = 0; n < 49; n++) await willem.call(createFolder, { name: `His ${n}` })
  expect(await toOutcome(willem.call(answerOffer, { folder_id: top, accept: 1 }))).toBe('plan.collections')
  await inOrder()
  holdPlans(false)
  expect(await toOutcome(willem.call(answerOffer, { folder_id: top, accept: 1 }))).toBe('done')
  await inOrder()
})

test('SHR a large collection is transferred by a job, with progress, and nothing is lost', async () => {
  const { ada, willem, top, room, offer } = await createOffered(1)
  const many = 1200
  for (let n = 0; n < many; n += 100)
    await ada.call(saveLinks, {
      parent: n % 200 ? room : top,
      links: Array.from({ length: 100 }, (_, i) => note(`Deep ${n + i}`, ['deep', `t${(n + i) % 7}`])),
    })
  await offer()
  const { job } = await willem.call(answerOffer, { folder_id: top, accept: 1 })
  const end = await waitForEnd(willem, job)
  expect(end).toMatchObject({
    state: 'done',
    done: many + 1,
    total: many + 1,
    bulk: { action: 'transferOwnership', changed: 1 },
  })
  expect(end.bulk!.undo).toBeUndefined()
  expect([await links(ada), await links(willem)]).toEqual([0, many])
  expect(await tags(willem)).toMatchObject({ deep: many })
  expect(await found(willem, 'deep 1199')).toContain('Deep 1199')
  expect(await found(ada, 'deep')).toEqual([])
  await inOrder()
})
