import { createCollection, moveCollections, trashCollections } from '@nestmark/contract/collections'
import { notifications } from '@nestmark/contract/notifications'
import * as contract from '@nestmark/contract/sharing/share'
import { describe, expect, test } from 'vitest'
import { newId } from '../../../db/newId.ts'
import { signIn, toOutcome } from '../../../test/support/people.ts'
import { queueInvitedShares } from '../../session/invitedShares.ts'
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
} from '../fixture.testing.ts'

setUpFixture()

const ask = (folder_id: string, who = willem) => who.call(contract.requestAccess, { folder_id })
const received = async () =>
  (await ada.call(notifications, { page: 1 })).filter(each => each.action === 'access_requested')
const requests = async (folder_id = turf) => (await ada.call(contract.getPermissions, { folder_id })).requests

describe('LINK-03 COL-05 NTF-01 requests for access', () => {
  test('notifies the owner, who sees the person in the list of members', async () => {
    await ask(turf)
    expect(await received()).toMatchObject([
      { folder_id: { _id: turf, name: 'Turf' }, from: { username: 'willem' }, count: 1, subject: '' },
    ])
    expect(await requests()).toEqual([
      { _id: willem.id, email: willem.email, name: 'willem', create_date: app.clock.now },
    ])
    await share(research, { read_members: [willem.id] })
    expect(await requests()).toEqual([])
  })

  test('a request for a link is a request for its collection', async () => {
    await willem.call(contract.requestAccess, { link_id: links.middle! })
    expect(await received()).toMatchObject([
      { folder_id: { _id: turf }, from: { username: 'willem' }, subject: 'middle' },
    ])
    await ask(turf, rosa)
    expect(await received()).toMatchObject([{ from: { username: 'rosa' }, several: true, count: 2 }])
    expect((await requests()).map(each => each.name).sort()).toEqual(['rosa', 'willem'])
  })

  test('once a week for each person and collection', async () => {
    await ask(turf)
    await ask(turf)
    await willem.call(contract.requestAccess, { link_id: links.middle! })
    expect(await received()).toMatchObject([{ count: 1 }])
    app.clock.now += 7 * 86_400_000 - 1
    await ask(turf)
    expect(await received()).toMatchObject([{ count: 1 }])
    app.clock.now += 1
    await ask(turf)
    expect(await received()).toMatchObject([{ count: 2 }])
    await app.services.db.write(tx =>
      tx
        .updateTable('access_requests')
        .set({ created_at: app.clock.now - 30 * 86_400_000 })
        .execute(),
    )
    expect(await requests()).toEqual([])
  })

  test('does not list a declined request, and accepts no other for a week', async () => {
    await ask(turf)
    const decline = (who = ada) => who.call(contract.declineAccess, { folder_id: turf, person_id: willem.id })
    await decline()
    await decline()
    expect(await requests()).toEqual([])
    expect(await ask(turf)).toEqual({})
    expect(await requests()).toEqual([])
    expect(await received()).toMatchObject([{ count: 1 }])
    app.clock.now += 7 * 86_400_000
    await ask(turf)
    expect((await requests()).map(each => each.name)).toEqual(['willem'])
  })

  test('access ends the request, also through a collection above; without access one can ask again', async () => {
    const names = async (folder_id?: string) => (await requests(folder_id)).map(each => each.name)
    const remove = (folder_id: string) => ada.call(contract.removeMember, { folder_id, person_id: willem.id })
    const invite = (folder_id: string) =>
      ada.call(contract.inviteMember, { folder_id, email: willem.email, type: 'write' })
    const allow = (folder_id: string) => share(folder_id, { read_members: [willem.id] })
    const meOnly = (folder_id: string) => share(folder_id, { read: 0 })
    for (const [give, take, folder_id] of [
      [allow, remove, turf],
      [allow, meOnly, turf],
      [invite, remove, research],
      [allow, meOnly, research],
    ] as const) {
      await ask(turf)
      await ask(turf, rosa)
      expect((await names()).sort()).toEqual(['rosa', 'willem'])
      await give(folder_id)
      expect(await names()).toEqual(['rosa'])
      await take(folder_id)
      expect(await names()).toEqual(['rosa'])
      await ask(turf)
      expect((await names()).sort()).toEqual(['rosa', 'willem'])
      await share(turf, { read_members: [rosa.id] })
      await meOnly(turf)
    }
    // A share below does not answer it.
    await ask(turf)
    await share(deep, { read_members: [willem.id] })
    expect(await names()).toEqual(['willem'])
  })

  test('a move under a shared collection ends the requests of its members', async () => {
    const shared = (await ada.call(createCollection, { name: 'Shared' }))._id
    await share(shared, { read_members: [willem.id] })
    await ask(deep)
    await ask(turf, rosa)
    await ask(turf)
    await ada.call(moveCollections, { folders: [turf], move_to: shared })
    await share(shared, { read: 0 })
    expect((await requests(deep)).map(each => each.name)).toEqual([])
    expect((await requests()).map(each => each.name)).toEqual(['rosa'])
    // The request can be repeated immediately.
    await ask(turf)
    expect((await requests()).map(each => each.name).sort()).toEqual(['rosa', 'willem'])
  })

  test('an invitation that becomes a share ends the request', async () => {
    await ask(turf)
    await app.services.db.write(async tx => {
      const { email } = await tx
        .selectFrom('user')
        .select('email')
        .where('id', '=', willem.id)
        .executeTakeFirstOrThrow()
      const at = app.clock.now
      const row = { id: newId(), collection_id: research, owner_id: ada.id, email, may_write: 0 }
      await tx
        .insertInto('invitations')
        .values({ ...row, created_at: at, expires_at: at + 1000 })
        .execute()
      await queueInvitedShares(tx, willem.id, at)
    })
    app.services.jobs.wake()
    await expect
      .poll(async () => (await ada.call(contract.getPermissions, { folder_id: research })).read_members)
      .toHaveLength(1)
    await ada.call(contract.removeMember, { folder_id: research, person_id: willem.id })
    expect(await requests()).toEqual([])
  })

  test('Z12 the response does not reveal what exists; the server does not notify users without a reason', async () => {
    await share(deep, { read: 3 })
    await ada.call(trashCollections, { folderIdArr: [turf] })
    for (const id of [research, turf, deep, 'made-up']) expect(await ask(id)).toEqual({})
    expect(await ask(research, ada)).toEqual({})
    for (const link_id of [links.bottom!, 'made-up'])
      expect(await willem.call(contract.requestAccess, { link_id })).toEqual({})
    expect((await received()).map(each => each.folder_id?.name)).toEqual(['Research'])
  })

  test('Z16 20 requests a day, for any target', async () => {
    const who = await signIn(app, 'who')
    for (let n = 0; n < 20; n++) expect(await ask(`made-up ${n}`, who)).toEqual({})
    expect(await toOutcome(ask(turf, who))).toBe('request.tooMany')
    expect(await toOutcome(ask('made-up', who))).toBe('request.tooMany')
    expect(await received()).toEqual([])
  })

  test('visitors log in first, and a request needs exactly one id', async () => {
    const visitor = app.as(null)
    expect(await toOutcome(visitor(contract.requestAccess, { folder_id: turf }))).toBe('session.noToken')
    const both = { folder_id: turf, link_id: links.middle! }
    expect(await toOutcome(willem.call(contract.requestAccess, both))).toBe('request.invalid')
    expect(await toOutcome(willem.call(contract.requestAccess, {}))).toBe('request.invalid')
  })
})
