import { getCollection } from '@nestmark/contract/collections'
import * as contract from '@nestmark/contract/sharing/share'
import { describe, expect, test } from 'vitest'
import { toOutcome } from '../../../test/support/people.ts'
import { ada, app, research, rosa, setUpFixture, share, turf, willem } from '../fixture.testing.ts'

setUpFixture()

const setRole = (type: 'read' | 'write', person_id = willem.id) =>
  ada.call(contract.setMemberRole, { folder_id: turf, person_id, type })
const remove = (person_id: string) => ada.call(contract.removeMember, { folder_id: turf, person_id })
const roleOf = async (who: typeof willem) => (await who.call(getCollection, { folder_id: turf })).folder.role

describe('SHR-01 one member at a time', () => {
  test('a role changes in place, and back', async () => {
    await share(turf, { read_members: [willem.id, rosa.id] })
    await setRole('write')
    expect(await roleOf(willem)).toBe('write')
    expect(await roleOf(rosa)).toBe('read')
    await setRole('read')
    await setRole('read')
    const set = await ada.call(contract.getPermissions, { folder_id: turf })
    expect(set).toMatchObject({ read: 1, write: 0, write_members: [] })
    expect(set.read_members.map(each => each._id).sort()).toEqual([willem.id, rosa.id].sort())
  })

  test('SHR-03 the settings follow: a writer ends suggestions, a reader opens the collection to the team', async () => {
    await share(turf, { read_members: [willem.id], enable_sugg: 1 })
    await setRole('write')
    await setRole('read')
    expect(await ada.call(contract.getPermissions, { folder_id: turf })).toMatchObject({ enable_sugg: 0 })
    await share(turf, { read: 0, write: 1, write_members: [willem.id] })
    await setRole('read')
    expect(await ada.call(contract.getPermissions, { folder_id: turf })).toMatchObject({ read: 1, write: 0 })
    await share(turf, { read: 3, write: 1, write_members: [willem.id] })
    await setRole('read')
    expect(await ada.call(contract.getPermissions, { folder_id: turf })).toMatchObject({ read: 3 })
  })

  test('SHR-08 a removed member has no access any more; the others still have it', async () => {
    await share(turf, { write: 1, read_members: [rosa.id], write_members: [willem.id] })
    await remove(willem.id)
    expect(await toOutcome(roleOf(willem))).toBe('collections.private')
    expect(await roleOf(rosa)).toBe('read')
    expect(await toOutcome(remove(willem.id))).toBe('share.notMember')
  })

  test('SHR-08 changes only members of the collection itself', async () => {
    await share(research, { read_members: [willem.id] })
    expect(await toOutcome(setRole('write'))).toBe('share.notMember')
    expect(await toOutcome(remove(willem.id))).toBe('share.notMember')
    expect(await toOutcome(setRole('write', ada.id))).toBe('share.notMember')
    expect(await toOutcome(setRole('write', 'made-up'))).toBe('share.notMember')
    expect(await roleOf(willem)).toBe('read')
  })

  test('SHR-03 after the end of the plan the owner can remove members, but not promote them', async () => {
    await share(turf, { read_members: [willem.id] })
    await app.services.db.write(tx =>
      tx.updateTable('people').set({ plan: 1 }).where('id', '=', ada.id).execute(),
    )
    expect(await toOutcome(setRole('write'))).toBe('plan.teamSharing')
    expect(await toOutcome(remove(willem.id))).toBe('done')
  })
})
