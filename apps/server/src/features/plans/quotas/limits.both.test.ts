import { createCollection, moveCollections, trashCollections } from '@nestmark/contract/collections'
import {
  listDashboardLinks,
  moveLinks,
  saveLink,
  saveLinks,
  trashLinks,
  updateLink,
} from '@nestmark/contract/links/links'
import { searchLibrary } from '@nestmark/contract/search/search'
import { getProfile } from '@nestmark/contract/session'
import { inviteMember, removeMember, setPermissions } from '@nestmark/contract/sharing/share'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkIntegrity } from '../../../db/integrity.ts'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { toOutcome, type Person, signIn } from '../../../test/support/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ planLimits: true })
})
afterAll(async () => {
  expect((await checkIntegrity(app.services.db)).findings).toEqual([])
  await app.stop()
})

// Notes need no job.
const note = (name: string) => ({ name, desc: `What ${name} says`, category: 4 as const })
const setPlan = (person: Person, plan: number) =>
  app.services.db.write(tx => tx.updateTable('people').set({ plan }).where('id', '=', person.id).execute())
const count = async (person: Person) =>
  Object.values((await person.call(getProfile, {})).count).reduce((sum, n) => sum + n, 0)
/** Saves this many notes in the root collection; returns their ids. */
async function fill(person: Person, many: number): Promise<string[]> {
  const made: string[] = []
  for (let left = many; left > 0; left -= 100) {
    const links = Array.from({ length: Math.min(left, 100) }, (_, n) => note(`Number ${left - n}`))
    made.push(...(await person.call(saveLinks, { links })).links.map(link => link._id))
  }
  return made
}

describe('SAVE-20 the free plan allows 500 links', () => {
  let ada: Person
  let ids: string[]
  beforeAll(async () => {
    ada = await signIn(app, 'ada')
    ids = await fill(ada, 497)
  })

  test('SAVE-20 accepts the three of ten concurrent saves that fit, and rejects the 501st link with its message', async () => {
    const ends = await Promise.all(
      Array.from({ length: 10 }, (_, n) => toOutcome(ada.call(saveLink, note(`Race ${n}`)))),
    )
    expect(ends.filter(end => end === 'done')).toHaveLength(3)
    expect(ends.filter(end => end === 'plan.links')).toHaveLength(7)
    expect(await count(ada)).toBe(500)
    await expect(ada.call(saveLink, note('One more'))).rejects.toMatchObject({
      status: 402,
      message: expect.stringContaining('500'),
    })
  })

  test('SAVE-20 rejects a list that exceeds the limit completely', async () => {
    await ada.call(trashLinks, { linkIdArr: [ids[0]!] })
    expect(await toOutcome(ada.call(saveLinks, { links: [note('One'), note('Two')] }))).toBe('plan.links')
    expect(await count(ada)).toBe(499)
  })

  test('SAVE-20 does not count trashed links, and restores them only within the limit', async () => {
    await ada.call(saveLink, note('In its place'))
    expect(await toOutcome(ada.call(trashLinks, { linkIdArr: [ids[0]!], isTrash: 0 }))).toBe('plan.links')
    await ada.call(trashLinks, { linkIdArr: [ids[1]!] })
    expect(await toOutcome(ada.call(trashLinks, { linkIdArr: [ids[0]!], isTrash: 0 }))).toBe('done')
    const place = (await ada.call(createCollection, { name: 'Away' }))._id
    await ada.call(moveLinks, { links: [ids[2]!], move_to: place })
    await ada.call(trashCollections, { folderIdArr: [place] })
    await ada.call(saveLink, note('Concurrent'))
    expect(await toOutcome(ada.call(trashCollections, { folderIdArr: [place], isTrash: 0 }))).toBe(
      'plan.links',
    )
    expect(await count(ada)).toBe(500)
  })

  test('SAVE-20 the user can still edit and organise a full library', async () => {
    const place = (await ada.call(createCollection, { name: 'Order' }))._id
    await ada.call(moveLinks, { links: [ids[3]!], move_to: place })
    expect((await ada.call(updateLink, { link_id: ids[3]!, category: 3, link: 'x.example' })).category).toBe(
      3,
    )
  })

  test('PLAN-04 a downgrade deletes nothing: keeps existing links, and adds none', async () => {
    const zoe = await signIn(app, 'zoe', 2)
    const [first] = await fill(zoe, 505)
    await setPlan(zoe, 1)
    expect(await count(zoe)).toBe(505)
    expect((await zoe.call(listDashboardLinks, {})).total).toBe(505)
    expect(await toOutcome(zoe.call(saveLink, note('More')))).toBe('plan.links')
    expect((await zoe.call(updateLink, { link_id: first!, name: 'Renamed' })).name).toBe('Renamed')
    await setPlan(zoe, 4)
    expect(await toOutcome(zoe.call(saveLink, note('More')))).toBe('done')
  })

  test('SAVE-20 applies the limit of the library’s owner, also for saves by members', async () => {
    const owner = await signIn(app, 'rosa', 2)
    const willem = await signIn(app, 'willem')
    const place = (await owner.call(createCollection, { name: 'Team' }))._id
    await owner.call(setPermissions, {
      folder_id: place,
      read: 1,
      write: 1,
      write_members: [willem.id],
    })
    await fill(owner, 500)
    expect(await toOutcome(willem.call(saveLink, { ...note('By a member'), parent: place }))).toBe('done')
    await setPlan(owner, 1)
    expect(await toOutcome(willem.call(saveLink, { ...note('Too many'), parent: place }))).toBe('plan.links')
    expect(await count(willem)).toBe(0)
  })
})

test('COL-11 the free plan allows 50 collections, and creates only those of concurrent ones that are within the limit', async () => {
  const ada = await signIn(app, 'ada')
  // 'My First Folder' is the first of the fifty.
  const top = (await ada.call(createCollection, { name: 'Top' }))._id
  const made: string[] = []
  for (let n = 0; n < 45; n++)
    made.push((await ada.call(createCollection, { name: `Inside ${n}`, parent: top }))._id)
  const ends = await Promise.all(
    Array.from({ length: 8 }, (_, n) => toOutcome(ada.call(createCollection, { name: `Race ${n}` }))),
  )
  expect(ends.filter(end => end === 'done')).toHaveLength(3)
  expect(ends.filter(end => end === 'plan.collections')).toHaveLength(5)
  await ada.call(moveCollections, { folders: [made[0]!], move_to: made[1]! })
  await ada.call(trashCollections, { folderIdArr: [made[1]!] })
  await ada.call(createCollection, { name: 'One place' })
  await expect(ada.call(trashCollections, { folderIdArr: [made[1]!], isTrash: 0 })).rejects.toMatchObject({
    status: 402,
    code: 'plan.collections',
    message: expect.stringContaining('50'),
  })
  await setPlan(ada, 2)
  await ada.call(trashCollections, { folderIdArr: [made[1]!], isTrash: 0 })
  await ada.call(createCollection, { name: 'As many as they like' })
})

test('PLAN-01 searches descriptions on paid plans only', async () => {
  const ada = await signIn(app, 'ada')
  await ada.call(saveLink, { ...note('Kettle'), desc: 'Whistles like a marmot', tags: ['kitchen'] })
  const found = async (input: string) => [
    (await ada.call(searchLibrary, { input, type: 'link' })).total,
    (await ada.call(listDashboardLinks, { input })).total,
  ]
  expect(await found('marmot')).toEqual([0, 0])
  expect(await found('kettle')).toEqual([1, 1])
  expect(await found('kitchen')).toEqual([1, 1])
  for (const plan of [2, 4, 5, 6]) {
    await setPlan(ada, plan)
    expect(await found('marmot')).toEqual([1, 1])
  }
})

describe('PLAN-08 lifetime tiers 4, 5 and 6 allow 1, 10 and unlimited invitations', () => {
  const invite = (who: Person, folder_id: string, email: string) =>
    toOutcome(who.call(inviteMember, { folder_id, email, type: 'read' }))

  test('PLAN-08 Solo invites one person, to any number of collections; of concurrent invitations one fits', async () => {
    const solo = await signIn(app, 'solo', 4)
    const places = await Promise.all(
      ['One', 'Two'].map(async name => (await solo.call(createCollection, { name }))._id),
    )
    const [one, two] = places as [string, string]
    const guests = await Promise.all(['ann', 'ben', 'cem', 'dea'].map(name => signIn(app, name)))
    const ends = await Promise.all(guests.map(guest => invite(solo, one, guest.email)))
    expect(ends.toSorted()).toEqual(['done', ...Array.from({ length: 3 }, () => 'plan.invitations')])
    const guest = guests[ends.indexOf('done')]!
    const other = guests[ends.indexOf('plan.invitations')]!
    expect(await invite(solo, two, guest.email)).toBe('done')
    expect(await invite(solo, one, guest.email)).toBe('done')
    const share = (change: object) =>
      toOutcome(solo.call(setPermissions, { folder_id: two, read: 1, write: 1, ...change }))
    expect(await share({ read_members: [other.id] })).toBe('plan.invitations')
    expect(await share({ write_members: [guest.id] })).toBe('done')
    // A place is free again when the person is removed everywhere.
    expect(await share({ write_members_remove: [guest.id] })).toBe('done')
    expect(await invite(solo, two, other.email)).toBe('plan.invitations')
    expect(await toOutcome(solo.call(removeMember, { folder_id: one, person_id: guest.id }))).toBe('done')
    expect(await invite(solo, two, other.email)).toBe('done')
  })

  test('PLAN-08 Team invites ten; a smaller plan keeps them and adds none; Business adds more', async () => {
    const team = await signIn(app, 'team', 5)
    const place = (await team.call(createCollection, { name: 'Team' }))._id
    const guests = await Promise.all(Array.from({ length: 12 }, (_, n) => signIn(app, `guest${n}`)))
    const ids = guests.map(guest => guest.id)
    const add = (read_members: string[]) =>
      toOutcome(team.call(setPermissions, { folder_id: place, read: 1, write: 0, read_members }))
    expect(await add(ids.slice(0, 11))).toBe('plan.invitations')
    expect(await add(ids.slice(0, 10))).toBe('done')
    expect(await add([ids[10]!])).toBe('plan.invitations')
    await setPlan(team, 4)
    expect(await add(ids.slice(0, 10))).toBe('done')
    expect(await invite(team, place, guests[10]!.email)).toBe('plan.invitations')
    await setPlan(team, 6)
    expect(await add(ids)).toBe('done')
  })
})
