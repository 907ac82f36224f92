import { listActivity } from '@nestmark/contract/activity'
import { getCollection, listSubcollections } from '@nestmark/contract/collections'
import { addKey } from '@nestmark/contract/apiKeys'
import { listCollectionLinks, getLink } from '@nestmark/contract/links/links'
import { notifications } from '@nestmark/contract/notifications'
import type { Operation } from '@nestmark/contract/operation'
import { searchLibrary } from '@nestmark/contract/search/search'
import {
  getPermissions,
  getSharedTrees,
  listSharedCollections,
  setPermissions,
  listPeopleWithAccess,
} from '@nestmark/contract/sharing/share'
import { generateApiKey } from '@nestmark/core/apiKey'
import { beforeEach, expect, test } from 'vitest'
import { toOutcome, type Person } from '../../../test/support/people.ts'
import { ada, app, deep, links, rosa, setUpFixture, share, turf, willem, xaver } from '../fixture.testing.ts'

setUpFixture()

/** Returns a program that uses a read-only API key of a person. */
async function program({ call }: Person) {
  const key = generateApiKey(bytes => crypto.getRandomValues(new Uint8Array(bytes)))
  await call(addKey, { key, name: 'Program', type: 1, scope: 'read' })
  return app.as(key)
}

beforeEach(() => share(turf, { read: 1, write: 1, read_members: [rosa.id], write_members: [willem.id] }))

test("SHR-04 T13 only the owner sees the members; the owner's API keys neither see nor change them", async () => {
  const byKey = await program(ada)
  for (const op of [listPeopleWithAccess, getPermissions])
    expect(await toOutcome(byKey(op, { folder_id: turf }))).toBe('keys.notAllowed')
  expect(
    (await ada.call(listPeopleWithAccess, { folder_id: turf })).people.map(each => each.email).sort(),
  ).toEqual([ada.email, rosa.email, willem.email].sort())
  expect(await toOutcome(byKey(setPermissions, { folder_id: turf, read: 3, write: 0 }))).toBe(
    'keys.notAllowed',
  )
})

test('SHR-08 T13 Z18 a member’s API key shows no more than their page: no email addresses, and no other members', async () => {
  const asked: [Operation, object][] = [
    [getCollection, { folder_id: turf }],
    [listSubcollections, { folder_id: turf }],
    [listCollectionLinks, { folder_id: turf, include_sub: 1 }],
    [listActivity, { folder_id: turf }],
    [getLink, { link_id: links.bottom! }],
    [listSharedCollections, {}],
    [getSharedTrees, {}],
    [searchLibrary, { input: 'example' }],
    [searchLibrary, { input: 'deep', type: 'collection' }],
    [notifications, {}],
  ]
  for (const member of [rosa, willem]) {
    const byKey = await program(member)
    for (const [op, input] of asked) {
      const answer = await byKey(op, input as never)
      expect([op.path, answer]).toEqual([op.path, await member.call(op, input as never)])
      const others = [ada, rosa, willem]
        .filter(each => each !== member)
        .flatMap(each => [each.email, each.id])
      for (const secret of others)
        expect([op.path, JSON.stringify(answer).includes(secret)]).toEqual([op.path, false])
    }
    for (const op of [listPeopleWithAccess, getPermissions]) {
      expect(await toOutcome(member.call(op, { folder_id: turf }))).toBe('collections.readOnly')
      expect(await toOutcome(byKey(op, { folder_id: turf }))).toBe('keys.notAllowed')
    }
  }
  const otherUser = await program(xaver)
  for (const op of [listPeopleWithAccess, getPermissions])
    for (const folder_id of [turf, deep, 'not there'])
      expect(await toOutcome(otherUser(op, { folder_id }))).toBe('keys.notAllowed')
})
