import { expect, test } from 'vitest'
import type { Permissions } from '../data.ts'
import { computeEffectiveAccess } from './effectiveAccess.ts'

const willem = { _id: 'w', email: 'willem@example.org' }
const rosa = { _id: 'r', email: 'rosa@example.org' }
const closed: Permissions = {
  read: 0,
  write: 0,
  enable_sugg: 0,
  read_members: [],
  write_members: [],
  inherited: [],
  invited: [],
  invited_above: [],
  requests: [],
}
const above = { _id: 'a', name: 'Research', is_public: 0 as const, people: [] }

test('SHR-08 a private collection below a public one is public', () => {
  expect(computeEffectiveAccess(closed)).toEqual({ publicThrough: null, people: [], invited: [] })
  const inherited = [{ ...above, is_public: 1 as const }]
  expect(computeEffectiveAccess({ ...closed, inherited }).publicThrough).toMatchObject({ name: 'Research' })
  expect(computeEffectiveAccess({ ...closed, inherited, read: 3 }).publicThrough).toBe('here')
})

test('SHR-08 people count once, with their highest right', () => {
  const inherited = [{ ...above, people: [{ ...willem, type: 'write' as const }] }]
  const permissions = { ...closed, inherited, read: 1 as const, read_members: [willem, rosa] }
  expect(computeEffectiveAccess(permissions).people).toEqual([
    { ...willem, type: 'write' },
    { ...rosa, type: 'read' },
  ])
  // The lists of a level that is not chosen do not count.
  expect(computeEffectiveAccess({ ...permissions, read: 0 }).people).toEqual([{ ...willem, type: 'write' }])
})

test('SHR-02 an invited address has no access yet', () => {
  const invitation = { _id: 'i', email: 'inga@example.org', type: 'read' as const, create_date: 1 }
  expect(computeEffectiveAccess({ ...closed, read: 1, invited: [invitation] })).toEqual({
    publicThrough: null,
    people: [],
    invited: [{ email: 'inga@example.org', type: 'read', through: null }],
  })
  expect(computeEffectiveAccess({ ...closed, invited: [invitation] }).invited).toEqual([])
})

test('SHR-02 an invitation above counts here, each address once with the highest right', () => {
  const invitation = { _id: 'i', email: 'inga@example.org', type: 'read' as const, create_date: 1 }
  const through = { _id: 'a', name: 'Research' }
  const invited_above = [{ ...invitation, _id: 'j', through }]
  expect(computeEffectiveAccess({ ...closed, invited_above })).toEqual({
    publicThrough: null,
    people: [],
    invited: [{ email: 'inga@example.org', type: 'read', through }],
  })
  const both = { ...closed, read: 1 as const, invited: [invitation], invited_above }
  expect(computeEffectiveAccess(both).invited).toMatchObject([{ type: 'read', through: null }])
  const writing = { ...both, invited_above: [{ ...invitation, type: 'write' as const, through }] }
  expect(computeEffectiveAccess(writing).invited).toMatchObject([{ type: 'write', through }])
})
