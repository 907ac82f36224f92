import { expect, test } from 'vitest'
import type { Permissions } from '../data.ts'
import { listKeyNotes } from './KeyNote.tsx'

const member = { _id: 'lea', email: 'lea@example.org', name: 'Lea', profile_image: '' }
const listWith = (part: object) =>
  listKeyNotes({
    read: 0,
    write: 0,
    read_members: [],
    write_members: [],
    inherited: [],
    invited: [],
    invited_above: [],
    enable_sugg: 0,
    requests: [],
    ...part,
  } as unknown as Permissions).map(note => /members|Visitors/i.exec(note)?.[0].toLowerCase())

test('ENC-12 SHR-01 members need the key of an encrypted collection, also those above, invited and not yet added ones', () => {
  expect(listWith({})).toEqual([])
  expect(listWith({ read: 1 })).toEqual(['members'])
  expect(listWith({ write: 1, write_members: [member] })).toEqual(['members'])
  const above = { _id: 'above', name: 'Above', is_public: false, people: [{ ...member, type: 'read' }] }
  expect(listWith({ inherited: [above] })).toEqual(['members'])
  expect(listWith({ read: 1, invited: [{ email: 'mo@example.org', type: 'read' }] })).toEqual(['members'])
})

test('ENC-12 SHR-01 visitors of an encrypted collection see its links locked', () => {
  expect(listWith({ read: 3 })).toEqual(['visitors'])
  expect(listWith({ read: 3, write: 1, write_members: [member] })).toEqual(['members', 'visitors'])
  expect(listWith({ inherited: [{ _id: 'above', name: 'Above', is_public: true, people: [] }] })).toEqual([
    'visitors',
  ])
})
