import { createCollection, getCollection } from '@nestmark/contract/collections'
import * as contract from '@nestmark/contract/sharing/share'
import { describe, expect, test } from 'vitest'
import {
  ada,
  app,
  deep,
  research,
  rosa,
  setUpFixture,
  share,
  turf,
  willem,
  xaver,
} from './fixture.testing.ts'
import { toOutcome, signIn } from '../../test/support/people.ts'

setUpFixture()

describe('SHR operations', () => {
  test('SHR-09 SHR-05 shared collections, the root of a share, and leaving', async () => {
    await share(research, { read_members: [willem.id] })
    await share(deep, { read_members: [willem.id] })
    const shared = await willem.call(contract.listSharedCollections, {})
    expect(shared.map(({ name, type, owner_name }) => ({ name, type, owner_name }))).toEqual([
      { name: 'Research', type: 'read', owner_name: 'ada' },
    ])
    await share(deep, { read: 0, write: 1, write_members: [willem.id] })
    expect(
      (await willem.call(contract.listSharedCollections, {})).map(each => [each.name, each.type]),
    ).toEqual([
      ['Deep', 'write'],
      ['Research', 'read'],
    ])
    const answer = await fetch(`${app.origin}/api/get-shared-folders`, { method: 'POST' })
    expect(await answer.json()).toMatchObject({ status: 401, message: 'No Token Found!' })
    const trees = await willem.call(contract.getSharedTrees, {})
    expect(trees.map(({ type, tree }) => [type, tree.folder_name, tree.children[0]?.folder_name])).toEqual([
      ['write', 'Deep', undefined],
      ['read', 'Research', 'Turf'],
    ])
    expect(trees[1]!.tree.children[0]!.children[0]).toMatchObject({
      path: 'Research / Turf / Deep',
      links_count: 1,
    })
    await willem.call(contract.leaveCollection, { folder_id: research })
    await willem.call(contract.leaveCollection, { folder_id: deep })
    expect(await willem.call(contract.listSharedCollections, {})).toEqual([])
  })

  test('SHR-02 finds people by email address', async () => {
    expect(await ada.call(contract.findMember, { email: ` ${willem.email.toUpperCase()} ` })).toEqual({
      _id: willem.id,
      email: willem.email,
    })
    expect(await toOutcome(ada.call(contract.findMember, { email: 'nobody@example.org' }))).toBe(
      'share.emailNotFound',
    )
    expect(await toOutcome(ada.call(contract.findMember, { email: ada.email }))).toBe('share.ownEmail')
    expect(await toOutcome(share(turf, { read_members: ['made-up'] }))).toBe('share.memberNotFound')
  })

  test('Z16 does not rate-limit adding a team of existing people', async () => {
    const owner = await signIn(app, 'owner', 2)
    for (let n = 0; n < 25; n++)
      expect(await toOutcome(owner.call(contract.findMember, { email: willem.email }))).toBe('done')
  })

  test('Z16 hides who has an account from the free plan, and from callers who ask for many addresses', async () => {
    const ask = (who: typeof ada, email: string) => toOutcome(who.call(contract.findMember, { email }))
    // The same response for known and unknown addresses, and for the caller's own.
    for (const email of [ada.email, 'nobody@example.org', xaver.email])
      expect(await ask(xaver, email)).toBe('plan.teamSharing')
    const misses = await Promise.all(Array.from({ length: 12 }, (_, n) => ask(ada, `nobody${n}@example.org`)))
    expect(misses.filter(end => end === 'share.emailNotFound')).toHaveLength(10)
    // From then on the response is the same for known and unknown addresses too.
    expect([await ask(ada, willem.email), await ask(ada, 'nobody@example.org')]).toEqual([
      'request.tooMany',
      'request.tooMany',
    ])
    // Another account at the same IP address gets the rest of the address's quota.
    const other = await signIn(app, 'other', 2)
    const more = await Promise.all(Array.from({ length: 12 }, (_, n) => ask(other, `nobody${n}@example.org`)))
    expect(more.filter(end => end === 'share.emailNotFound').length).toBeLessThan(10)
  })

  test('SHR-03 the free plan can share publicly, but not with people', async () => {
    const own = (await xaver.call(createCollection, { name: 'Mine' }))._id
    const set = (more: object) =>
      toOutcome(xaver.call(contract.setPermissions, { folder_id: own, read: 1, write: 0, ...more }))
    expect(await set({ read_members: [ada.id] })).toBe('plan.teamSharing')
    expect(await set({ read: 3, enable_sugg: 1 })).toBe('plan.suggestions')
    expect(await set({ read: 3 })).toBe('done')
    expect((await ada.call(getCollection, { folder_id: own })).folder).toMatchObject({
      role: 'public',
      read: 3,
    })
  })

  test('SHR-01 the owner reads back the settings; suggestions end with the readers', async () => {
    await share(turf, { read: 1, read_members: [willem.id], enable_sugg: 1 })
    expect(await ada.call(contract.getPermissions, { folder_id: turf })).toMatchObject({
      read: 1,
      write: 0,
      enable_sugg: 1,
      read_members: [{ email: willem.email }],
      write_members: [],
    })
    await share(turf, { read: 1, write: 1, write_members: [willem.id], enable_sugg: 1 })
    expect(await ada.call(contract.getPermissions, { folder_id: turf })).toMatchObject({
      write: 1,
      enable_sugg: 0,
      read_members: [],
      write_members: [{ email: willem.email }],
    })
  })

  test('SHR-08 the permissions name what the collections above grant, the nearest first', async () => {
    await share(research, { read: 3, write: 1, write_members: [rosa.id] })
    await share(turf, { read: 1, read_members: [willem.id] })
    const { read, inherited } = await ada.call(contract.getPermissions, { folder_id: deep })
    expect(read).toBe(0)
    expect(inherited).toEqual([
      {
        _id: turf,
        name: 'Turf',
        is_public: 0,
        people: [{ _id: willem.id, email: willem.email, name: 'willem', type: 'read' }],
      },
      {
        _id: research,
        name: 'Research',
        is_public: 1,
        people: [{ _id: rosa.id, email: rosa.email, name: 'rosa', type: 'write' }],
      },
    ])
    expect((await ada.call(contract.getPermissions, { folder_id: research })).inherited).toEqual([])
  })

  test('SHR-08 who can see a collection, and why', async () => {
    await share(research, {
      read: 1,
      write: 1,
      read_members: [willem.id, xaver.id],
      write_members: [rosa.id],
    })
    await share(deep, { read: 3, read_members: [rosa.id], write: 1, write_members: [willem.id] })
    const { people, public_through: open } = await ada.call(contract.listPeopleWithAccess, {
      folder_id: deep,
    })
    expect(people.map(({ email, type, through }) => [email, type, through.name]).sort()).toEqual(
      [
        [ada.email, 'owner', 'Deep'],
        [willem.email, 'write', 'Deep'],
        [rosa.email, 'write', 'Research'],
        [xaver.email, 'read', 'Research'],
      ].sort(),
    )
    expect(open?.name).toBe('Deep')
  })
})
